package dev.waybill.server.provider.telegram;

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
import dev.waybill.server.provider.Urls;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Telegram's bots. They know no key of ours, so what may have been sent is not sent again.
public final class Telegram implements Provider {
    private static final String REQUEST_ID = "x-request-id";
    private static final List<Surface> SURFACES = Places.all();

    private final JsonApi api;

    public Telegram(Json json, InstantSource clock) {
        this.api = new JsonApi(json, clock);
    }

    @Override
    public String name() {
        return "telegram";
    }

    @Override
    public String title() {
        return "Telegram";
    }

    @Override
    public String description() {
        return "Messages and replies of a Telegram bot. About one message a second goes to one chat, 20 a minute to"
                + " one group and 30 a second in all.";
    }

    @Override
    public List<Surface> surfaces() {
        return SURFACES;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return List.of(
                CredentialField.secret("token", "the token of the bot, 123456:ABC…"),
                CredentialField.optional(
                        "base-url", "another address than https://api.telegram.org"));
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        Places.references(surface).check(title(), handle, surface);
    }

    @Override
    public String ruled(DeliveryHandle handle) {
        return handle.targetRef().toLowerCase(Locale.ROOT);
    }

    /// The token is part of the address, where nothing else may come in with it.
    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        String token = job.credential().field("token", "");
        if (!token.matches("[0-9]{1,20}:[A-Za-z0-9_-]{1,100}")) {
            return Outcome.Refused.of(
                    ProviderFault.AUTH, "the credential has no token of a bot", Evidence.NONE);
        }
        boolean reaction = job.operation().name().equals("add_reaction");
        String base = Urls.base(job.credential().field("base-url", "https://api.telegram.org"), "");
        String method = reaction ? "setMessageReaction" : "sendMessage";
        ObjectNode body = reaction ? reaction(job) : message(job);
        Request request =
                Request.json("POST", base + "/bot" + token + "/" + method, api.text(body));
        return switch (api.ask(job.wire(), request)) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered ->
                    answered.body().path("ok").asBoolean(false)
                            ? sent(answered, reaction)
                            : failure(answered);
        };
    }

    private static ObjectNode message(Job job) {
        ObjectNode body = Json.emptyObject();
        body.put("chat_id", job.target());
        body.put("text", job.text("text"));
        String thread = job.handle().threadRef();
        if (job.surface().name().equals(Places.REPLY) && thread != null) {
            body.putObject("reply_parameters").put("message_id", Long.parseLong(thread));
        }
        return body;
    }

    private static ObjectNode reaction(Job job) {
        ObjectNode body = Json.emptyObject();
        body.put("chat_id", job.target());
        body.put("message_id", Long.parseLong(String.valueOf(job.handle().threadRef())));
        body.putArray("reaction").addObject().put("type", "emoji").put("emoji", job.text("emoji"));
        return body;
    }

    private static Outcome sent(Answered answered, boolean reaction) {
        Evidence evidence = answered.evidence(REQUEST_ID);
        if (reaction) {
            return new Outcome.Sent("added Telegram reaction", Json.emptyObject(), evidence);
        }
        JsonNode message = answered.body().path("result");
        String id = message.path("message_id").asString("");
        ObjectNode result = Json.emptyObject();
        result.put("providerId", id);
        result.put("chatId", message.path("chat").path("id").asString(""));
        return new Outcome.Sent("sent Telegram message", result, evidence.made(id, null));
    }

    private static Outcome failure(Answered answered) {
        Evidence evidence = answered.evidence(REQUEST_ID);
        String said = answered.text("description");
        return said.isEmpty() || answered.successful()
                ? answered.failure("", evidence)
                : answered.refused(fault(answered, said), said, pause(answered), evidence);
    }

    /// An address with a token that nobody has is not found; a chat that is not found is a bad request.
    private static ProviderFault fault(Answered answered, String said) {
        String words = said.toLowerCase(Locale.ROOT);
        return switch (answered.status()) {
            case 404 -> ProviderFault.AUTH;
            case 400 ->
                    words.contains("not found") ? ProviderFault.NOT_FOUND : ProviderFault.REJECTED;
            default -> answered.fault();
        };
    }

    private static @Nullable Duration pause(Answered answered) {
        JsonNode seconds = answered.body().path("parameters").path("retry_after");
        return answered.pause(seconds, Duration.ofSeconds(1));
    }
}
