package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.schema.JsonSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Every operation on every surface, with the least input its schema takes.
class ContractTest {
    private static final Map<String, String> THREADS =
            Map.of("review_comment", "review_comment:5", "pull_request_review", "review:9");
    private static final String REVIEW =
            """
            {"id":9,"state":"APPROVED","html_url":"https://github.com/o/r/pull/1#pullrequestreview-9","submitted_at":"2026-04-24T10:00:01Z"}""";

    /// What each request that changes something is answered, but that for the state of an issue.
    private static final Map<String, StubProvider.Behaviour> WRITES =
            Map.ofEntries(
                    answer("POST /repos/o/r/issues/1/comments", 201, GitHubStub.COMMENT),
                    answer("POST /repos/o/r/pulls/1/comments/1/replies", 201, GitHubStub.COMMENT),
                    answer("POST /repos/o/r/pulls/1/comments/5/replies", 201, GitHubStub.COMMENT),
                    answer(
                            "PUT /repos/o/r/pulls/1/merge",
                            200,
                            "{\"sha\":\"abc\",\"merged\":true}"),
                    answer("POST /repos/o/r/pulls/1/reviews", 200, REVIEW),
                    answer("POST /repos/o/r/pulls/1/reviews/9/events", 200, REVIEW),
                    answer("DELETE /repos/o/r/pulls/1/reviews/9", 200, REVIEW),
                    answer("POST /repos/o/r/issues/1/reactions", 201, "{\"id\":3}"),
                    answer("POST /repos/o/r/pulls/comments/5/reactions", 201, "{\"id\":3}"),
                    answer("DELETE /repos/o/r/issues/1/reactions/1", 204, ""),
                    answer("DELETE /repos/o/r/pulls/comments/5/reactions/1", 204, ""),
                    answer("PATCH /repos/o/r/issues/1", 200, "{}"));

    private final GitHubStub github = new GitHubStub();

    @AfterEach
    void close() {
        github.close();
    }

    static Stream<Arguments> operations() {
        return new GitHub(InstantSource.system())
                .surfaces().stream()
                        .flatMap(
                                surface ->
                                        surface.operations().stream()
                                                .map(
                                                        operation ->
                                                                Arguments.of(
                                                                        surface.name(),
                                                                        operation.name())));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void does_what_it_says_with_the_least_input(String surface, String operation) {
        reads();
        WRITES.forEach(
                (line, answer) -> {
                    if (!line.startsWith("PATCH")) {
                        github.http.on(line, answer);
                    }
                });
        String state = operation.equals("reopen_issue") ? "open" : "closed";
        github.http.on("PATCH /repos/o/r/issues/1", 200, "{\"state\":\"" + state + "\"}");
        ObjectNode input = least(operation(surface, operation).inputSchema());
        Job job = job(surface, operation, input);
        assertThat(JsonSchema.read(job.operation().inputSchema()).violations(input)).isEmpty();

        Outcome.Sent sent = github.sent(job);

        assertThat(sent.note()).isNotBlank();
        ObjectNode shape = Objects.requireNonNull(job.operation().resultSchema());
        assertThat(JsonSchema.read(shape).violations(sent.result())).isEmpty();
        assertThat(github.http.journal())
                .allSatisfy(request -> assertThat(isProper(request)).isTrue())
                .anySatisfy(request -> assertThat(request.method()).isNotEqualTo("GET"));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void tells_that_it_was_not_reached(String surface, String operation) {
        github.with("base-url", "http://127.0.0.1:" + freePort());
        ObjectNode input = least(operation(surface, operation).inputSchema());

        Outcome.Refused refused = github.refused(job(surface, operation, input));

        assertThat(refused.fault()).isEqualTo(ProviderFault.UNAVAILABLE);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void does_nothing_where_there_is_nothing(String surface, String operation) {
        ObjectNode input = least(operation(surface, operation).inputSchema());

        Outcome.Refused refused = github.refused(job(surface, operation, input));

        assertThat(refused.fault().retryable()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void what_nobody_answered_is_unclear_unless_it_may_be_done_again(
            String surface, String operation) {
        reads();
        WRITES.keySet().forEach(github.http::cut);

        Outcome outcome = github.invoke(least(surface, operation));

        assertUnclear(surface, operation, outcome);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void and_so_is_a_yes_that_shows_nothing(String surface, String operation) {
        reads();
        WRITES.keySet().forEach(line -> github.http.on(line, 200, "<html>fine</html>"));
        boolean showsNothing = List.of("discard_review", "remove_reaction").contains(operation);

        Outcome outcome = github.invoke(least(surface, operation));

        if (showsNothing) {
            assertThat(outcome).isInstanceOf(Outcome.Sent.class);
        } else {
            assertUnclear(surface, operation, outcome);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_server_in_trouble_is_asked_again_only_without_harm(String surface, String operation) {
        reads();
        WRITES.keySet().forEach(line -> github.http.on(line, 503, "{\"message\":\"later\"}"));

        assertUnclear(surface, operation, github.invoke(least(surface, operation)));
    }

    private void assertUnclear(String surface, String operation, Outcome outcome) {
        if (operation(surface, operation).idempotence() == Idempotence.NATURAL) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused ->
                                    assertThat(refused.fault())
                                            .isEqualTo(ProviderFault.UNAVAILABLE));
        } else {
            assertThat(outcome).isInstanceOf(Outcome.Unclear.class);
        }
    }

    private void reads() {
        github.http
                .on("GET /repos/o/r/pulls/1/reviews", 200, pending())
                .on("GET /repos/o/r/pulls/1/reviews/9", 200, "{\"id\":9,\"state\":\"PENDING\"}")
                .on("GET /user", 200, "{\"login\":\"bot\"}");
    }

    private static Map.Entry<String, StubProvider.Behaviour> answer(
            String line, int status, String body) {
        return Map.entry(line, new StubProvider.Behaviour.Answer(status, Map.of(), body));
    }

    private Job least(String surface, String operation) {
        return job(surface, operation, least(operation(surface, operation).inputSchema()));
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String pending() {
        return "[{\"id\":9,\"state\":\"PENDING\",\"user\":{\"login\":\"bot\"}}]";
    }

    private static boolean isProper(StubProvider.Request request) {
        return request.header("authorization").equals("Bearer " + GitHubStub.TOKEN)
                && request.header("accept").equals("application/vnd.github+json")
                && request.header("x-github-api-version").equals("2022-11-28")
                && !request.header("user-agent").isEmpty()
                && request.header("content-type").equals("application/json")
                        == !request.body().isEmpty()
                && !request.body().contains("null");
    }

    private Job job(String surface, String operation, ObjectNode input) {
        return github.job(surface, thread(surface), operation, input.toString());
    }

    private static @Nullable String thread(String surface) {
        return THREADS.get(surface);
    }

    private Operation operation(String surface, String name) {
        Surface at = github.provider.surface(surface).orElseThrow();
        return at.operation(name).orElseThrow();
    }

    /// What is required, and of that the first that is allowed.
    private static ObjectNode least(ObjectNode schema) {
        ObjectNode input = Json.emptyObject();
        for (JsonNode required : schema.path("required")) {
            String field = required.stringValue();
            input.set(field, value(schema.path("properties").path(field)));
        }
        if (input.has("event")) {
            input.put("event", "APPROVE");
        }
        return input;
    }

    private static JsonNode value(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.path("enum").path(0);
        }
        ObjectNode holder = Json.emptyObject();
        return schema.path("type").asString("").equals("integer")
                ? holder.put("value", 1).path("value")
                : holder.put("value", "x").path("value");
    }
}
