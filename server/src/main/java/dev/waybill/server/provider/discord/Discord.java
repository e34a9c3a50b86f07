package dev.waybill.server.provider.discord;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.JsonApi;
import dev.waybill.server.provider.OperationDraft;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.References;
import dev.waybill.server.provider.Reply;
import dev.waybill.server.provider.Request;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.provider.Urls;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Discord's webhooks. They know no key of ours, so what may have been sent is not sent again.
public final class Discord implements Provider {
    private static final String REQUEST_ID = "x-request-id";
    private static final String RETRY_AFTER = "retry_after";
    private static final int NO_CONTENT = 204;
    private static final References WEBHOOK =
            References.target("[1-9][0-9]{0,19}").thread("[0-9]{1,20}");

    private static final List<Surface> SURFACES =
            List.of(
                    new Surface(
                            "webhook",
                            List.of("channel", "channel_message"),
                            "the id of a webhook, which is digits",
                            "the id of a thread in its channel",
                            "The channel that a webhook belongs to, or a thread in it.",
                            List.of(
                                    new OperationDraft(
                                                    "send_text",
                                                    "Send Text Message",
                                                    "Sends text of up to 2000 characters. It calls nobody, whatever"
                                                            + " mentions are in it.")
                                            .takes(
                                                    Shape.of(
                                                            """
                                                            {"type":"object","additionalProperties":false,\
                                                            "required":["text"],"properties":{"text":\
                                                            {"type":"string","minLength":1,"maxLength":2000}}}"""))
                                            .gives(
                                                    Shape.of(
                                                            """
                                                            {"type":"object","properties":{\
                                                            "providerId":{"type":"string"},\
                                                            "channelId":{"type":"string"}}}"""))
                                            .canonical()
                                            .done())));

    private final JsonApi api;

    public Discord(Json json, InstantSource clock) {
        this.api = new JsonApi(json, clock);
    }

    @Override
    public String name() {
        return "discord";
    }

    @Override
    public String title() {
        return "Discord";
    }

    @Override
    public String description() {
        return "Messages in channels and threads of Discord, through a webhook of the channel.";
    }

    @Override
    public List<Surface> surfaces() {
        return SURFACES;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return List.of(
                CredentialField.secret(
                        "webhook-token", "the last part of the address of the webhook"),
                CredentialField.optional("base-url", "another address than https://discord.com"));
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        WEBHOOK.check(title(), handle, surface);
    }

    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        Optional<String> token = job.credential().field("webhook-token");
        if (token.isEmpty()) {
            return Outcome.Refused.of(
                    ProviderFault.AUTH, "the credential has no webhook-token", Evidence.NONE);
        }
        return switch (api.ask(job.wire(), request(job, token.get()))) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered -> outcome(answered);
        };
    }

    private Request request(Job job, String token) {
        String base = job.credential().field("base-url", "https://discord.com");
        String url = Urls.at(Urls.base(base, "/api/v10"), "webhooks", job.target(), token);
        String thread = job.handle().threadRef();
        ObjectNode body = Json.emptyObject();
        body.put("content", job.text("text"));
        body.putObject("allowed_mentions").putArray("parse");
        return Request.json(
                "POST",
                url + "?wait=true" + (thread == null ? "" : "&thread_id=" + Urls.escaped(thread)),
                api.text(body));
    }

    private static Outcome outcome(Answered answered) {
        Evidence evidence = answered.evidence(REQUEST_ID);
        String id = answered.text("id");
        if (answered.successful() && !id.isEmpty()) {
            ObjectNode result = Json.emptyObject();
            result.put("providerId", id);
            result.put("channelId", answered.text("channel_id"));
            return new Outcome.Sent("sent Discord message", result, evidence.made(id, null));
        }
        if (answered.status() == NO_CONTENT) {
            return new Outcome.Sent("sent Discord message", Json.emptyObject(), evidence);
        }
        return answered.status() == 429
                ? answered.refused(
                        ProviderFault.RATE_LIMITED, said(answered), pause(answered), evidence)
                : answered.failure(said(answered), evidence);
    }

    private static String said(Answered answered) {
        int code = answered.body().path("code").asInt(0);
        String message = answered.text("message");
        if (message.isEmpty()) {
            return "answered " + answered.status();
        }
        return code == 0 ? message : message + " (" + code + ")";
    }

    /// Seconds with a fraction in the body, or else those of `Retry-After`.
    private static @Nullable Duration pause(Answered answered) {
        return answered.pause(answered.body().path(RETRY_AFTER), Duration.ofSeconds(1));
    }
}
