package dev.waybill.server.provider.sms;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.Credential;
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
import dev.waybill.server.provider.Report;
import dev.waybill.server.provider.Request;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.provider.Told;
import dev.waybill.server.provider.Urls;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Text messages as Twilio sends them. It knows no key of ours, so what may have been sent is not sent again.
public final class Sms implements Provider {
    private static final String REQUEST_ID = "twilio-request-id";
    private static final References NUMBER = References.target("[+][1-9][0-9]{5,14}");

    private static final List<Surface> SURFACES =
            List.of(
                    new Surface(
                            "phone",
                            List.of("sms", "number"),
                            "a number in international form, +4915112345678",
                            null,
                            "A phone.",
                            List.of(
                                    new OperationDraft(
                                                    "send_text",
                                                    "Send Text Message",
                                                    "Sends a text message of up to 1600 characters. That it is sent"
                                                            + " means that it is queued; with a status-url the attempt"
                                                            + " also tells whether it was delivered.")
                                            .takes(
                                                    Shape.of(
                                                            """
                                                            {"type":"object","additionalProperties":false,\
                                                            "required":["text"],"properties":{"text":\
                                                            {"type":"string","minLength":1,"maxLength":1600}}}"""))
                                            .gives(
                                                    Shape.of(
                                                            """
                                                            {"type":"object","properties":{\
                                                            "providerId":{"type":"string"},\
                                                            "status":{"type":"string"}}}"""))
                                            .canonical()
                                            .done())));

    private final JsonApi api;

    public Sms(Json json, InstantSource clock) {
        this.api = new JsonApi(json, clock);
    }

    @Override
    public String name() {
        return "sms";
    }

    @Override
    public String title() {
        return "SMS";
    }

    @Override
    public String description() {
        return "Text messages to phones through Twilio, or through a service that answers like it.";
    }

    @Override
    public List<Surface> surfaces() {
        return SURFACES;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return Account.FIELDS;
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        NUMBER.check(title(), handle, surface);
    }

    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        Optional<Account> account = Account.of(job.credential());
        if (account.isEmpty()) {
            return Outcome.Refused.of(
                    ProviderFault.AUTH,
                    "the credential lacks account-sid, auth-token, or from and messaging-service-sid",
                    Evidence.NONE);
        }
        return switch (api.ask(job.wire(), request(account.get(), job))) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered -> outcome(answered);
        };
    }

    @Override
    public Optional<Report> report(Credential credential, Told told) {
        return Account.of(credential).flatMap(account -> StatusCallback.read(account, told));
    }

    private static Request request(Account account, Job job) {
        Map<String, String> form = new HashMap<>(account.sender());
        form.put("To", job.target());
        form.put("Body", job.text("text"));
        if (account.statusUrl() != null) {
            form.put(
                    "StatusCallback",
                    StatusCallback.address(account.statusUrl(), job.deliveryId()));
        }
        return new Request(
                        "POST",
                        Urls.at(
                                account.base(),
                                "2010-04-01",
                                "Accounts",
                                account.sid(),
                                "Messages.json"),
                        Map.of("Content-Type", "application/x-www-form-urlencoded"),
                        Urls.form(form))
                .with("Authorization", account.authorization());
    }

    private static Outcome outcome(Answered answered) {
        Evidence evidence = answered.evidence(REQUEST_ID);
        String sid = answered.text("sid");
        if (!answered.successful() || sid.isEmpty()) {
            return failure(answered, evidence);
        }
        String status = answered.text("status");
        Evidence made = evidence.made(sid, null);
        if (status.equals("failed") || status.equals("undelivered")) {
            String why = answered.text("error_message");
            return answered.refused(ProviderFault.REJECTED, why.isEmpty() ? status : why, made);
        }
        ObjectNode result = Json.emptyObject();
        result.put("providerId", sid);
        result.put("status", status);
        return new Outcome.Sent("queued text message", result, made);
    }

    private static Outcome failure(Answered answered, Evidence evidence) {
        int code = answered.body().path("code").asInt(0);
        if (answered.successful() || code == 0) {
            return answered.failure("", evidence);
        }
        return answered.refused(
                fault(code, answered), answered.text("message") + " (" + code + ")", evidence);
    }

    /// Twilio's codes, where they say more than the status.
    private static ProviderFault fault(int code, Answered answered) {
        return switch (code) {
            case 20003, 20005, 20006, 21408 -> ProviderFault.AUTH;
            case 20404 -> ProviderFault.NOT_FOUND;
            case 20429, 14107, 21611, 30001 -> ProviderFault.RATE_LIMITED;
            case 63038, 30002 -> ProviderFault.QUOTA;
            case 20500, 20503 -> ProviderFault.UNAVAILABLE;
            case 21211, 21212, 21214, 21217, 21606, 21608, 21610, 21612, 21614, 21617 ->
                    ProviderFault.REJECTED;
            default -> answered.fault();
        };
    }
}
