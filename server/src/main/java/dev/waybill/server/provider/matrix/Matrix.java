package dev.waybill.server.provider.matrix;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.Credential;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Matrix. Our delivery's id is the transaction, so that a homeserver sends it once however often it is asked.
public final class Matrix implements Provider {
    private static final String REQUEST_ID = "x-request-id";
    private static final String RETRY_AFTER = "retry_after_ms";
    private static final List<Surface> SURFACES = Places.all();

    private final JsonApi api;

    public Matrix(Json json, InstantSource clock) {
        this.api = new JsonApi(json, clock);
    }

    @Override
    public String name() {
        return "matrix";
    }

    @Override
    public String title() {
        return "Matrix";
    }

    @Override
    public String description() {
        return "Messages in rooms and threads of Matrix, sent by a user of a homeserver that has joined them."
                + " Encrypted rooms get plain messages, which most clients show with a warning.";
    }

    @Override
    public List<Surface> surfaces() {
        return SURFACES;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return List.of(
                CredentialField.required("base-url", "the address of the homeserver"),
                CredentialField.secret("access-token", "the token of the user that sends"));
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        Places.references(surface).check(title(), handle, surface);
    }

    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        Credential credential = job.credential();
        if (credential.field("base-url").isEmpty() || credential.field("access-token").isEmpty()) {
            return refused(ProviderFault.AUTH, "the credential has no base-url or no access-token");
        }
        if (!job.operation().name().equals("add_reaction")) {
            return put(job, "m.room.message", message(job));
        }
        String named = job.text("eventId");
        @Nullable String event = named.isEmpty() ? job.handle().threadRef() : named;
        return event == null
                ? refused(ProviderFault.INPUT, "add_reaction requires input.eventId here")
                : put(job, "m.reaction", reaction(event, job.text("key")));
    }

    private static ObjectNode message(Job job) {
        ObjectNode content = Json.emptyObject();
        boolean notice = job.input().path("notice").asBoolean(false);
        content.put("msgtype", notice ? "m.notice" : "m.text");
        content.put("body", job.text("text"));
        content.putObject("m.mentions");
        if (job.surface().name().equals(Places.THREAD)) {
            ObjectNode relation = content.putObject("m.relates_to");
            relation.put("rel_type", "m.thread");
            relation.put("event_id", job.handle().threadRef());
            relation.put("is_falling_back", true);
            relation.putObject("m.in_reply_to").put("event_id", job.handle().threadRef());
        }
        return content;
    }

    private static ObjectNode reaction(String event, String key) {
        ObjectNode content = Json.emptyObject();
        ObjectNode relation = content.putObject("m.relates_to");
        relation.put("rel_type", "m.annotation");
        relation.put("event_id", event);
        relation.put("key", key);
        return content;
    }

    private Outcome put(Job job, String type, ObjectNode content) throws InterruptedException {
        String base = Urls.base(job.credential().field("base-url", ""), "/_matrix/client/v3");
        String url = Urls.at(base, "rooms", job.target(), "send", type, job.deliveryId());
        Request request =
                Request.json("PUT", url, api.text(content))
                        .bearer(job.credential().field("access-token", ""));
        return switch (api.ask(job.wire(), request)) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered -> outcome(type, answered);
        };
    }

    private static Outcome outcome(String type, Answered answered) {
        Evidence evidence = answered.evidence(REQUEST_ID);
        String event = answered.text("event_id");
        boolean reaction = type.equals("m.reaction");
        if (answered.successful() && !event.isEmpty()) {
            return new Outcome.Sent(
                    reaction ? "added Matrix reaction" : "sent Matrix message",
                    Json.emptyObject().put("providerId", event),
                    evidence.made(event, null));
        }
        String error = answered.text("errcode");
        if (reaction && error.equals("M_DUPLICATE_ANNOTATION")) {
            return new Outcome.Sent("added Matrix reaction", Json.emptyObject(), evidence);
        }
        return error.isEmpty() || answered.successful()
                ? answered.failure("", evidence)
                : answered.refused(
                        fault(error, answered), said(answered, error), pause(answered), evidence);
    }

    private static ProviderFault fault(String error, Answered answered) {
        return switch (error) {
            case "M_FORBIDDEN",
                    "M_UNKNOWN_TOKEN",
                    "M_MISSING_TOKEN",
                    "M_UNAUTHORIZED",
                    "M_USER_DEACTIVATED",
                    "M_USER_LOCKED",
                    "M_USER_SUSPENDED",
                    "M_GUEST_ACCESS_FORBIDDEN" ->
                    ProviderFault.AUTH;
            case "M_NOT_FOUND" -> ProviderFault.NOT_FOUND;
            case "M_LIMIT_EXCEEDED" -> ProviderFault.RATE_LIMITED;
            case "M_RESOURCE_LIMIT_EXCEEDED" -> ProviderFault.QUOTA;
            case "M_TOO_LARGE", "M_BAD_JSON", "M_NOT_JSON", "M_INVALID_PARAM" ->
                    ProviderFault.REJECTED;
            default -> answered.fault();
        };
    }

    private static String said(Answered answered, String error) {
        String words = answered.text("error");
        return words.isEmpty() ? error : words + " (" + error + ")";
    }

    private static @Nullable Duration pause(Answered answered) {
        return answered.pause(answered.body().path(RETRY_AFTER), Duration.ofMillis(1));
    }

    private static Outcome refused(ProviderFault fault, String words) {
        return Outcome.Refused.of(fault, words, Evidence.NONE);
    }
}
