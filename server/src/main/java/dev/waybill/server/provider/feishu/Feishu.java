package dev.waybill.server.provider.feishu;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.JsonApi;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Reply;
import dev.waybill.server.provider.Request;
import dev.waybill.server.provider.Surface;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Feishu and Lark. A message is sent once for each `uuid` within an hour, which is our delivery's id unless the caller has
/// another, so that sending it again is safe.
public final class Feishu implements Provider {
    private static final List<Surface> SURFACES = Places.all();

    private final JsonApi api;
    private final TenantTokens tokens;

    public Feishu(Json json, InstantSource clock) {
        this.api = new JsonApi(json, clock);
        this.tokens = new TenantTokens(api, clock);
    }

    @Override
    public String name() {
        return "feishu";
    }

    @Override
    public String title() {
        return "Feishu";
    }

    @Override
    public String description() {
        return "Messages and replies in Feishu and Lark, sent by an app of the open platform. At most 5 a second go"
                + " to one chat, 50 a second and 1000 a minute from one app.";
    }

    @Override
    public List<Surface> surfaces() {
        return SURFACES;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return App.FIELDS;
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        (surface.name().equals(Places.REPLY) ? Places.MESSAGE : Places.RECEIVER)
                .check(title(), handle, surface);
    }

    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        Optional<App> app = App.of(job.credential());
        if (app.isEmpty()) {
            return refused(ProviderFault.AUTH, "the credential has no app-id or no app-secret");
        }
        Letter letter = new Letter(api, app.get(), job);
        return letter.tooLong()
                ? refused(
                        ProviderFault.INPUT, "longer than Feishu takes: 150 KB of text, else 30 KB")
                : send(job, app.get(), letter.request());
    }

    private Outcome send(Job job, App app, Request request) throws InterruptedException {
        return switch (tokens.current(app, job.wire())) {
            case Grant.Denied(var why) -> why;
            case Grant.Token(var token, var _, var _) -> {
                Reply reply = api.ask(job.wire(), request.bearer(token));
                yield reply instanceof Answered answered && Codes.stale(answered)
                        ? again(job, app, request, token)
                        : outcome(job, reply);
            }
        };
    }

    /// With another token, once.
    private Outcome again(Job job, App app, Request request, String stale)
            throws InterruptedException {
        return switch (tokens.other(app, stale, job.wire())) {
            case Grant.Denied(var why) -> why;
            case Grant.Token(var token, var _, var _) ->
                    outcome(job, api.ask(job.wire(), request.bearer(token)));
        };
    }

    private static Outcome outcome(Job job, Reply reply) {
        return switch (reply) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered ->
                    done(job, answered) ? sent(job, answered) : Codes.failure(answered);
        };
    }

    /// What was taken back before is taken back.
    private static boolean done(Job job, Answered answered) {
        return (answered.successful() && Codes.of(answered) == 0)
                || (job.operation().name().equals("recall_message")
                        && Codes.of(answered) == Codes.RECALLED);
    }

    private static Outcome sent(Job job, Answered answered) {
        JsonNode data = answered.body().path("data");
        ObjectNode result = Json.emptyObject();
        copy(data, "message_id", result, "providerId");
        copy(data, "chat_id", result, "chatId");
        copy(data, "thread_id", result, "threadId");
        copy(data, "reaction_id", result, "reactionId");
        Evidence evidence = answered.evidence(Codes.REQUEST_ID);
        String made = result.path("providerId").asString("");
        return new Outcome.Sent(
                note(job), result, made.isEmpty() ? evidence : evidence.made(made, null));
    }

    private static void copy(JsonNode from, String field, ObjectNode to, String name) {
        String value = from.path(field).asString("");
        if (!value.isEmpty()) {
            to.put(name, value);
        }
    }

    private static String note(Job job) {
        return switch (job.operation().name()) {
            case "add_reaction" -> "added Feishu reaction";
            case "update_text" -> "edited Feishu message";
            case "recall_message" -> "recalled Feishu message";
            default ->
                    job.surface().name().equals(Places.REPLY)
                            ? "sent Feishu message reply"
                            : "sent Feishu chat message";
        };
    }

    private static Outcome refused(ProviderFault fault, String words) {
        return Outcome.Refused.of(fault, words, Evidence.NONE);
    }
}
