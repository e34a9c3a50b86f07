package dev.waybill.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.fuzz.ApiClient.Answer;
import dev.waybill.server.fuzz.ApiRoutes.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The conventions of `relay-wire` §1.3 and §2.1, on every route.
class ConventionsTest {
    @TempDir private static Path temp;
    private static WholeServer server;
    private static World world;

    @BeforeAll
    static void start() {
        server = new WholeServer(temp);
        world = new World(server.client, "ws");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void every_route_answers_in_the_envelope_and_says_what_is_left_of_the_rate() {
        World spent = new World(server.client, "spent");
        List<Answer> answers = new ArrayList<>();
        server.routes.api().stream()
                .filter(route -> !route.path().endsWith("/content") && !route.isOpen())
                .sorted(Comparator.comparingInt(ConventionsTest::destroys))
                .forEach(
                        route -> {
                            if (!route.collections().isEmpty()) {
                                answers.add(
                                        server.client.send(plain(route, spent, _ -> "nowhere")));
                            }
                            answers.add(server.client.send(plain(route, spent, spent::member)));
                        });

        assertThat(Conventions.broken(answers)).isEmpty();
        assertThat(answers).filteredOn(Answer::ok).hasSizeGreaterThan(60);
        assertThat(answers)
                .allSatisfy(
                        answer -> {
                            assertThat(answer.header("X-RateLimit-Limit")).matches("[0-9]+");
                            assertThat(answer.header("X-RateLimit-Remaining")).matches("[0-9]+");
                            assertThat(answer.header("X-RateLimit-Reset")).matches("[0-9]{10,}");
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/agent, , unauthorized, An Authorization header with a Bearer token is required",
        "GET, /v1/agent, xx_live_0, unauthorized, Invalid token format",
        "GET, /v1/agent, at_live_00000000000000000000000000000000, agent_token_invalid, Invalid agent token",
        "GET, /v1/agents, at_live_00000000000000000000000000000000, agent_token_invalid, Invalid agent token",
        "POST, /v1/agents, rk_live_00000000000000000000000000000000, unauthorized, Invalid workspace key",
        "POST, /v1/dm, nt_live_000000000000000000000000000000000000000000000000, node_token_invalid, Invalid node token",
        "GET, /v1/agents, ot_live_000000000000000000000000000000000000000000000000, observer_token_invalid, Invalid observer token"
    })
    void a_token_that_is_not_good_is_refused_with_its_own_code(
            String method, String path, String token, String code, String message) {
        Answer answer = server.client.send(Attack.of(method, path, token, null));

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.json().at("/error/message").asString()).isEqualTo(message);
        assertThat(Conventions.broken(answer)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/agents, NODE, 401, node_token_forbidden",
        "POST, /v1/agents, NODE, 401, node_token_forbidden",
        "POST, /v1/agents, OBSERVER, 401, observer_token_forbidden",
        "POST, /v1/channels, OBSERVER, 401, observer_token_forbidden",
        "POST, /v1/agents, AGENT, 401, unauthorized",
        "GET, /v1/agents, AGENT, 403, forbidden",
        "GET, /v1/agent, OWNER, 401, unauthorized",
        "POST, /v1/channels/general/messages, OWNER, 403, agent_token_required",
        "POST, /v1/actions/x/invoke, OWNER, 403, agent_token_required",
        "GET, /v1/agents, WEBHOOK, 401, unauthorized"
    })
    void a_token_of_the_wrong_kind_is_refused_with_the_code_of_its_kind(
            String method, String path, Credential kind, int status, String code) {
        Answer answer = server.client.send(Attack.of(method, path, kind.of(world), null));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void an_observer_without_the_scope_is_told_so() {
        String token =
                world.post(
                                "/v1/observer-tokens",
                                world.owner(),
                                "{'name':'nodes only','scopes':['nodes:read']}")
                        .path("token")
                        .asString();

        Answer answer = server.client.send(Attack.get("/v1/agents", token));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("insufficient_scope");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nowhere",
                "/v1",
                "/v1/",
                "/v1/nowhere",
                "/v2/agents",
                "/v1/agents/",
                "/v1/agents/x/nowhere",
                "/v1/a2a/agents",
                "/v1/directory/agents",
                "/v1/directory/search",
                "/v1/skills/search",
                "/v1/route",
                "/v1/routing/config",
                "/v1/certify",
                "/v1/certify/x",
                "/v1/console/stats"
            })
    void what_is_not_there_is_not_found_in_the_envelope(String path) {
        for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE")) {
            Answer answer = server.client.send(Attack.of(method, path, world.owner(), null));

            assertThat(answer.status()).as(answer.toString()).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("not_found");
            assertThat(Conventions.broken(answer)).isEmpty();
        }
    }

    /// What takes away the ground of others comes late.
    private static int destroys(Operation route) {
        if (!route.method().equals("DELETE")) {
            return 0;
        }
        return switch (route.path()) {
            case "/v1/workspace" -> 3;
            case "/v1/agents/{name}" -> 2;
            default -> 1;
        };
    }

    private static Attack plain(Operation route, World own, UnaryOperator<String> members) {
        Credential kind =
                Stream.of(Credential.values())
                        .filter(candidate -> candidate.opens(route))
                        .findFirst()
                        .orElseThrow();
        Samples samples = new Samples(server.routes, own);
        return Attack.of(
                route.method(),
                route.filled(members),
                kind.of(own),
                route.takesBody() ? Samples.object(samples.required(route)) : null);
    }
}
