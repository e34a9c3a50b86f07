package dev.waybill.server.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.fuzz.ApiClient.Answer;
import dev.waybill.server.fuzz.ApiRoutes.Operation;
import dev.waybill.server.http.TestSocket;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every route with every kind of token, against `authorization.txt`, which people wrote. A route without a line there fails.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthorizationTest {
    private static final String ANYONE = "anyone";
    private static final String OBSERVER = "observer:";

    /// What only the gate says.
    private static final Set<String> AT_THE_GATE =
            Set.of(
                    "unauthorized",
                    "agent_token_required",
                    "agent_token_invalid",
                    "node_token_invalid",
                    "node_token_forbidden",
                    "observer_token_invalid",
                    "observer_token_forbidden",
                    "insufficient_scope");

    private final Map<String, Set<String>> written = written();
    private WholeServer server;
    private World world;
    private Map<String, String> holders;

    @BeforeAll
    void start(@TempDir Path temp) {
        server = new WholeServer(temp);
        world = new World(server.client, "matrix");
        holders = holders();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void every_route_has_a_line_and_every_line_a_route() {
        Set<String> routes =
                server.routes.all().stream().map(Operation::toString).collect(Collectors.toSet());

        assertThat(new TreeSet<>(written.keySet()))
                .filteredOn(line -> !line.startsWith("WS "))
                .containsExactlyInAnyOrderElementsOf(routes);
    }

    @Test
    void each_kind_of_token_opens_the_routes_that_are_written_down_and_no_other() {
        List<Attack> attacks = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (Operation route : server.routes.all()) {
            Set<String> admitted = written.getOrDefault(route.toString(), Set.of());
            holders.forEach(
                    (who, token) -> {
                        attacks.add(harmless(route, token).because(who));
                        expected.add(route + " " + who + ": " + verdict(who, admitted));
                    });
        }

        List<String> seen =
                server.client.sendAll(attacks).stream().map(AuthorizationTest::seen).toList();

        assertThat(seen).hasSameSizeAs(expected);
        assertThat(mismatches(expected, seen)).isEmpty();
    }

    @Test
    void tokens_that_nobody_holds_open_nothing() {
        List<Attack> attacks = new ArrayList<>();
        server.routes.all().stream()
                .filter(route -> !admitted(route).contains(ANYONE))
                .forEach(
                        route -> {
                            attacks.add(harmless(route, null));
                            Hostile.TOKENS.values().stream()
                                    .filter(token -> token.length() < 200)
                                    .forEach(token -> attacks.add(harmless(route, token)));
                        });

        assertThat(server.client.sendAll(attacks))
                .filteredOn(answer -> answer.status() != 401)
                .isEmpty();
    }

    /// What is not theirs is not there, whatever token they hold.
    @Test
    void nobody_of_another_workspace_reads_what_a_path_names() {
        World other = new World(server.client, "other");
        List<Attack> attacks = new ArrayList<>();
        server.routes.api().stream()
                .filter(route -> route.method().equals("GET") && !route.collections().isEmpty())
                .filter(route -> !admitted(route).contains(ANYONE))
                .filter(route -> !route.path().contains("/providers/"))
                .forEach(
                        route ->
                                Stream.of("owner", "agent", "node", "observer")
                                        .forEach(
                                                who ->
                                                        attacks.add(
                                                                Attack.get(
                                                                                route.filled(
                                                                                        world
                                                                                                ::member),
                                                                                other.token(who))
                                                                        .because(who))));

        assertThat(server.client.sendAll(attacks))
                .filteredOn(answer -> answer.ok() && !answer.data().isEmpty())
                .isEmpty();
    }

    @Test
    void sockets_are_opened_by_the_tokens_that_are_written_down() {
        Map<String, String> seen = new LinkedHashMap<>();
        Map<String, String> expected = new LinkedHashMap<>();
        written.forEach(
                (line, admitted) -> {
                    if (line.startsWith("WS ")) {
                        holders.forEach(
                                (who, token) -> {
                                    String key = line + " " + who;
                                    expected.put(key, verdict(who, admitted));
                                    seen.put(key, opened(line.substring(3), token));
                                });
                    }
                });

        assertThat(seen).isNotEmpty().isEqualTo(expected);
    }

    private Set<String> admitted(Operation route) {
        return written.getOrDefault(route.toString(), Set.of());
    }

    /// One of each kind, and an observer for each scope.
    private Map<String, String> holders() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String who : List.of("owner", "agent", "node", "webhook")) {
            all.put(who, world.token(who));
        }
        for (ObserverScope scope : ObserverScope.values()) {
            String body = "{'name':'only-%d','scopes':['%s']}".formatted(all.size(), scope.wire());
            all.put(
                    OBSERVER + scope.wire(),
                    world.post("/v1/observer-tokens", world.owner(), body)
                            .path("token")
                            .asString());
        }
        return all;
    }

    private static String verdict(String who, Set<String> admitted) {
        boolean observes = who.startsWith(OBSERVER) && admitted.contains("observer");
        return admitted.contains(ANYONE) || admitted.contains(who) || observes
                ? "admitted"
                : "refused";
    }

    /// Passes the gate, and is refused behind it for its body, so that nothing happens. What is read is read.
    private Attack harmless(Operation route, @Nullable String token) {
        Attack plain = Attack.of(route.method(), route.filled(world::member), token, null);
        boolean reads = route.method().equals("GET") && !route.isLive();
        return reads
                ? plain
                : new Attack(
                        plain.method(),
                        plain.path(),
                        token,
                        "x",
                        Map.of("Content-Type", "text/plain"),
                        "plain");
    }

    private static String seen(Answer answer) {
        boolean refused =
                (answer.status() == 401 || answer.status() == 403)
                        && (AT_THE_GATE.contains(answer.code())
                                || answer.text().contains("may not read this"));
        return refused ? "refused" : "admitted";
    }

    private static List<String> mismatches(List<String> expected, List<String> seen) {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            if (!expected.get(i).endsWith(": " + seen.get(i))) {
                wrong.add(expected.get(i) + ", but was " + seen.get(i));
            }
        }
        return wrong;
    }

    private String opened(String path, String token) {
        try (TestSocket _ = TestSocket.open(server.server.url(), path, token)) {
            return "admitted";
        } catch (CompletionException e) {
            return e.getCause() instanceof WebSocketHandshakeException refused
                            && Set.of(401, 403).contains(refused.getResponse().statusCode())
                    ? "refused"
                    : e.toString();
        }
    }

    /// `METHOD path : who who …`; `#` begins a remark.
    private static Map<String, Set<String>> written() {
        try (InputStream in =
                Objects.requireNonNull(
                        AuthorizationTest.class.getResourceAsStream("/authorization.txt"))) {
            Map<String, Set<String>> lines = new LinkedHashMap<>();
            new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .forEach(
                            line -> {
                                String[] parts = line.split(" : ", 2);
                                lines.put(
                                        parts[0].strip().replaceAll("\\s+", " "),
                                        Set.of(parts[1].strip().split("\\s+")));
                            });
            return lines;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
