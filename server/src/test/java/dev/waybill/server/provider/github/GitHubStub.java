package dev.waybill.server.provider.github;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.provider.Wire;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.redact.Redactor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A GitHub on loopback and the provider that talks to it, at a moment that tests can move.
final class GitHubStub implements AutoCloseable, InstantSource {
    static final String DELIVERY = "dlv_7kq2m9xw3hbr";
    static final String TOKEN = "github_pat_0123456789abcdefghijkl";
    static final Instant START = Instant.parse("2026-04-24T10:00:00Z");
    static final String COMMENT =
            """
            {"id":1234,"node_id":"x","html_url":"https://github.com/o/r/issues/1#issuecomment-1234","user":{"login":"bot"},"body":"hi"}""";

    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    final StubProvider http = StubProvider.start();
    final GitHub provider = new GitHub(this);
    private volatile Instant now = START;
    private Duration timeout = Duration.ofSeconds(20);

    private final Map<String, String> fields = new HashMap<>();

    GitHubStub() {
        fields.put("token", TOKEN);
        fields.put("base-url", http.url());
        fields.put("marker", "off");
    }

    @Override
    public Instant instant() {
        return now;
    }

    void later(Duration time) {
        now = now.plus(time);
    }

    GitHubStub with(String field, String value) {
        fields.put(field, value);
        return this;
    }

    GitHubStub without(String field) {
        fields.remove(field);
        return this;
    }

    GitHubStub answeringWithin(Duration limit) {
        timeout = limit;
        return this;
    }

    Wire wire() {
        return new Wires(new TargetGuard(List.of()), timeout, redactor(), this)
                .open(credential(), GitHub.FIELDS);
    }

    private static Redactor redactor() {
        return new Redactor(List.of(), Set.of());
    }

    Credential credential() {
        return new Credential("main", fields, true);
    }

    Job job(String surface, @Nullable String thread, String operation, String input) {
        DeliveryHandle handle = new DeliveryHandle("github", surface, "o/r#1", thread, null);
        Surface at = provider.surface(surface).orElseThrow();
        return new Job(
                DELIVERY,
                new WorkspaceId(1),
                handle,
                at,
                at.operation(operation).orElseThrow(),
                (ObjectNode) tree(input),
                credential(),
                null,
                START,
                1,
                wire());
    }

    static Job again(Job job, int attempt) {
        return new Job(
                job.deliveryId(),
                job.workspace(),
                job.handle(),
                job.surface(),
                job.operation(),
                job.input(),
                job.credential(),
                job.origin(),
                job.startedAt(),
                attempt,
                job.wire());
    }

    Job comment(String input) {
        return job("issue_comment", null, "add_comment", input);
    }

    Job pull(String operation, String input) {
        return job("pull_request_comment", null, operation, input);
    }

    Outcome invoke(Job job) {
        try {
            return provider.invoke(job);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Outcome.Sent sent(Job job) {
        return (Outcome.Sent) invoke(job);
    }

    Outcome.Refused refused(Job job) {
        return (Outcome.Refused) invoke(job);
    }

    Outcome.Unclear unclear(Job job) {
        return (Outcome.Unclear) invoke(job);
    }

    Finding reconcile(Job job) {
        try {
            return provider.reconcile(job);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The body of the only request of this line.
    String body(String line) {
        List<StubProvider.Request> found =
                http.journal().stream().filter(request -> request.line().equals(line)).toList();
        if (found.size() != 1) {
            throw new AssertionError(line + " is not there once: " + http.lines());
        }
        return found.getFirst().body();
    }

    static JsonNode tree(String text) {
        return JSON.tree(text);
    }

    @Override
    public void close() {
        http.close();
    }
}
