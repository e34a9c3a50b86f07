package dev.waybill.server.provider.slack;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.JsonApi;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Reply;
import dev.waybill.server.provider.Request;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.provider.Urls;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Slack. A message carries our delivery's id in its metadata, by which it is found again when nobody knows whether it was sent.
public final class Slack implements Provider {
    private static final List<Surface> SURFACES = Places.all();

    private final JsonApi api;
    private final History history;

    public Slack(Json json, InstantSource clock) {
        this.api = new JsonApi(json, clock);
        this.history = new History(api);
    }

    @Override
    public String name() {
        return "slack";
    }

    @Override
    public String title() {
        return "Slack";
    }

    @Override
    public String description() {
        return "Messages in channels and threads of Slack, sent by a bot or through an incoming webhook. Slack takes"
                + " about one message a second in each channel.";
    }

    @Override
    public List<Surface> surfaces() {
        return SURFACES;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return List.of(
                CredentialField.optionalSecret("token", "the token of the bot, xoxb-…"),
                CredentialField.optionalSecret("webhook-url", "the address of an incoming webhook"),
                CredentialField.optional("base-url", "another address than https://slack.com"));
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        Places.references(surface).check(title(), handle, surface);
    }

    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        if (job.surface().name().equals(Places.HOOK)) {
            return hook(job);
        }
        Optional<String> token = job.credential().field("token");
        if (token.isEmpty()) {
            return refused(ProviderFault.AUTH, "the credential has no token");
        }
        return job.operation().name().equals("add_reaction")
                ? react(job, token.get())
                : post(job, token.get());
    }

    @Override
    public Finding reconcile(Job job) throws InterruptedException {
        Optional<String> token = job.credential().field("token");
        boolean posted =
                job.operation().name().equals("send_text")
                        && !job.surface().name().equals(Places.HOOK);
        return posted && token.isPresent()
                ? history.find(job, token.get())
                : new Finding.Unknowable();
    }

    private Outcome post(Job job, String token) throws InterruptedException {
        ObjectNode body = Json.emptyObject();
        body.put("channel", job.target());
        body.put("text", escaped(job.text("text")));
        if (job.surface().name().equals(Places.THREAD)) {
            body.put("thread_ts", job.handle().threadRef());
        }
        body.set("metadata", History.mark(job));
        return switch (call(job, token, "chat.postMessage", body)) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered ->
                    answered.body().path("ok").asBoolean(false)
                            ? sent(job, answered)
                            : Errors.failure(answered);
        };
    }

    private Outcome react(Job job, String token) throws InterruptedException {
        String time = job.input().path("timestamp").asString("");
        @Nullable String message = time.isEmpty() ? job.handle().threadRef() : time;
        if (message == null) {
            return refused(ProviderFault.INPUT, "add_reaction requires input.timestamp here");
        }
        ObjectNode body = Json.emptyObject();
        body.put("channel", job.target());
        body.put("timestamp", message);
        body.put("name", job.text("name"));
        return switch (call(job, token, "reactions.add", body)) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered ->
                    answered.body().path("ok").asBoolean(false)
                                    || answered.text("error").equals("already_reacted")
                            ? new Outcome.Sent(
                                    "added Slack reaction",
                                    Json.emptyObject(),
                                    answered.evidence(Errors.REQUEST_ID))
                            : Errors.failure(answered);
        };
    }

    private Reply call(Job job, String token, String method, ObjectNode body)
            throws InterruptedException {
        return api.ask(
                job.wire(), Request.json("POST", url(job, method), api.text(body)).bearer(token));
    }

    static String url(Job job, String method) {
        String base = job.credential().field("base-url", "https://slack.com");
        return Urls.at(Urls.base(base, "/api"), method);
    }

    private static Outcome sent(Job job, Answered answered) {
        return History.sent(
                job,
                answered.text("channel"),
                answered.text("ts"),
                answered.evidence(Errors.REQUEST_ID));
    }

    private Outcome hook(Job job) throws InterruptedException {
        Optional<String> url = job.credential().field("webhook-url");
        if (url.isEmpty()) {
            return refused(ProviderFault.AUTH, "the credential has no webhook-url");
        }
        ObjectNode body = Json.emptyObject().put("text", escaped(job.text("text")));
        return switch (api.ask(job.wire(), Request.json("POST", url.get(), api.text(body)))) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered ->
                    answered.successful() && answered.http().body().strip().equals("ok")
                            ? new Outcome.Sent(
                                    "sent Slack webhook message",
                                    Json.emptyObject(),
                                    answered.evidence(Errors.REQUEST_ID))
                            : answered.failure(
                                    answered.excerpt(), answered.evidence(Errors.REQUEST_ID));
        };
    }

    /// The three characters that begin mentions, links and entities.
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static Outcome refused(ProviderFault fault, String words) {
        return Outcome.Refused.of(fault, words, Evidence.NONE);
    }
}
