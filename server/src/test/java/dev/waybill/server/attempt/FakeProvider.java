package dev.waybill.server.attempt;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.HttpCall;
import dev.waybill.server.outbound.NotSent;
import dev.waybill.server.outbound.RetryAfter;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Goes by the name of GitHub and has a few of its operations, one for each way in which an operation may be repeated. Each
/// is one POST that carries the id of its attempt.
public final class FakeProvider implements Provider {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final String TEXT =
            """
            {"type":"object","additionalProperties":false,"required":["body"],
             "properties":{"body":{"type":"string","minLength":1}}}""";
    private static final String NOTHING =
            """
            {"type":"object","additionalProperties":false,"properties":{}}""";
    private static final String MERGE =
            """
            {"type":"object","additionalProperties":false,
             "properties":{"mergeMethod":{"type":"string","enum":["merge","squash","rebase"]}}}""";

    private static final Operation ADD_COMMENT =
            operation("add_comment", "Add Comment", TEXT, true, Idempotence.RECONCILE, false);
    private static final Operation CLOSE =
            operation("close_issue", "Close Issue", NOTHING, false, Idempotence.NATURAL, false);
    private static final Operation REOPEN =
            operation("reopen_issue", "Reopen Issue", NOTHING, false, Idempotence.NATURAL, false);
    private static final Operation MERGE_PULL =
            operation(
                    "merge_pull_request",
                    "Merge Pull Request",
                    MERGE,
                    false,
                    Idempotence.NONE,
                    true);

    @Override
    public String name() {
        return "github";
    }

    @Override
    public String title() {
        return "GitHub";
    }

    @Override
    public String description() {
        return "A stand-in.";
    }

    @Override
    public List<Surface> surfaces() {
        return List.of(
                surface("issue_comment", List.of("issue"), ADD_COMMENT, CLOSE, REOPEN),
                surface(
                        "pull_request_comment",
                        List.of("pull_request"),
                        ADD_COMMENT,
                        CLOSE,
                        REOPEN,
                        MERGE_PULL),
                surface("deployment", List.of(), CLOSE));
    }

    @Override
    public List<CredentialField> credentialFields() {
        return List.of(
                CredentialField.secret("token", "What it is called with."),
                CredentialField.optional("base-url", "Where it is."));
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        if (!handle.targetRef().matches("[^/]+/[^#]+#\\d+")) {
            throw new Refusal(
                    Reason.INVALID_HANDLE, "invalid GitHub targetRef: " + handle.targetRef());
        }
    }

    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        try {
            HttpAnswer answer =
                    job.wire()
                            .send(
                                    HttpCall.post(
                                            address(job, "/" + job.operation().name()),
                                            headers(job),
                                            JSON.text(job.input())));
            return outcome(answer);
        } catch (NotSent e) {
            return Outcome.Refused.of(
                    ProviderFault.UNAVAILABLE, String.valueOf(e.getMessage()), Evidence.NONE);
        } catch (IOException e) {
            return new Outcome.Unclear("no answer from GitHub: " + e.getMessage(), Evidence.NONE);
        }
    }

    @Override
    public Finding reconcile(Job job) throws InterruptedException {
        try {
            HttpAnswer answer = job.wire().send(HttpCall.get(address(job, "/done"), headers(job)));
            if (!answer.successful()) {
                return new Finding.Unknowable();
            }
            for (JsonNode one : JSON.tree(answer.body())) {
                if (one.path("delivery").asString("").equals(job.deliveryId())) {
                    return new Finding.Done(sent(one, answer.status()));
                }
            }
            return new Finding.NotDone();
        } catch (IOException _) {
            return new Finding.Unknowable();
        }
    }

    private static Outcome outcome(HttpAnswer answer) {
        Evidence evidence = Evidence.of(answer.status(), answer.headers().get("x-request-id"));
        if (answer.successful()) {
            return sent(JSON.tree(answer.body()), answer.status());
        }
        Duration asked = RetryAfter.of(answer, Instant.now(), Duration.ofHours(1));
        String words = "GitHub says " + answer.status() + ": " + answer.body();
        return switch (answer.status()) {
            case 401 -> Outcome.Refused.of(ProviderFault.AUTH, words, evidence);
            case 403, 429 ->
                    new Outcome.Refused(
                            ProviderFault.RATE_LIMITED,
                            words,
                            asked.isZero() ? null : asked,
                            null,
                            evidence);
            case 404 -> Outcome.Refused.of(ProviderFault.NOT_FOUND, words, evidence);
            case 500, 502, 503 -> Outcome.Refused.of(ProviderFault.UNAVAILABLE, words, evidence);
            default -> Outcome.Refused.of(ProviderFault.REJECTED, words, evidence);
        };
    }

    private static Outcome.Sent sent(JsonNode made, int status) {
        String id = made.path("id").asString("");
        ObjectNode result = Json.emptyObject().put("providerId", id);
        return new Outcome.Sent(
                "sent GitHub issue comment", result, Evidence.of(status, "req-1").made(id, null));
    }

    private static URI address(Job job, String path) {
        return URI.create(job.credential().field("base-url", "http://127.0.0.1:1") + path);
    }

    private static Map<String, String> headers(Job job) {
        return Map.of(
                "Content-Type",
                "application/json",
                "Authorization",
                "Bearer " + job.credential().field("token", ""),
                "X-Delivery",
                job.deliveryId());
    }

    private static Surface surface(String name, List<String> aliases, Operation... operations) {
        return new Surface(name, aliases, "owner/repo#number", null, name, List.of(operations));
    }

    private static Operation operation(
            String name,
            String title,
            String schema,
            boolean canonical,
            Idempotence idempotence,
            boolean destructive) {
        return new Operation(
                name,
                title,
                title + ".",
                (ObjectNode) JSON.tree(schema),
                null,
                canonical,
                idempotence,
                destructive,
                List.of());
    }
}
