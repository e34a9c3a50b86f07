package dev.waybill.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.fuzz.ApiClient.Answer;
import dev.waybill.server.fuzz.ApiRoutes.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Every route under hostile requests. Run one again with `-Dfuzz.seed=…`.
@Timeout(600)
class RouteFuzzTest {
    private static final Logger LOG = LoggerFactory.getLogger(RouteFuzzTest.class);
    private static final int MIXED = 1000;
    private static final int ROUNDS = 3;
    private static final int PARTS = 10;

    private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
    private final LogCapture log = new LogCapture();
    @TempDir private Path temp;
    private WholeServer server;
    private World world;

    @BeforeEach
    void start() {
        server = new WholeServer(temp);
        world = new World(server.client, "fuzzed");
        LOG.warn("fuzz.seed={}", seed);
    }

    @AfterEach
    void stop() {
        server.close();
        log.close();
    }

    @Test
    void hostile_requests_are_refused_in_the_envelope_and_change_nothing() {
        List<Attack> attacks = attacks();

        List<Answer> answers = server.client.sendAll(attacks);

        assertThat(Conventions.broken(answers)).as("seed %s", seed).isEmpty();
        assertThat(log.errors()).as("seed %s", seed).isEmpty();
        assertThat(answers).filteredOn(answer -> !answer.ok()).hasSizeGreaterThan(5000);
        refusedChangeNothing(refused(answers));
    }

    /// What was refused is sent again, part by part, so that what succeeds in one of them does not have all the others
    /// sent once more.
    private void refusedChangeNothing(List<Attack> attacks) {
        Map<String, String> before = server.tables.everything();
        for (int part = 0; part < PARTS; part++) {
            int from = attacks.size() * part / PARTS;
            int to = attacks.size() * (part + 1) / PARTS;
            before = refusedPart(attacks.subList(from, to), before);
        }
    }

    /// What succeeds now, because of what the others did, is left out, until a whole round is refused; that round must
    /// leave every table as it was. Tells how that is.
    private Map<String, String> refusedPart(List<Attack> attacks, Map<String, String> earlier) {
        Map<String, String> before = earlier;
        List<Attack> left = attacks;
        for (int round = 0; round < ROUNDS; round++) {
            List<Answer> answers = server.client.sendAll(left);
            Map<String, String> after = server.tables.everything();
            List<Attack> refused = refused(answers);
            if (refused.size() == left.size()) {
                assertThat(after).as("seed %s", seed).isEqualTo(before);
                return after;
            }
            before = after;
            left = refused;
        }
        throw new AssertionError(
                "seed " + seed + ": some are not refused again and again: " + left);
    }

    private List<Attack> attacks() {
        Random random = new Random(seed);
        Samples samples = new Samples(server.routes, world);
        Attacks attacks = new Attacks(world, samples, random, former());
        List<Operation> routes =
                server.routes.api().stream().filter(RouteFuzzTest::speaks).toList();
        List<Attack> all = new ArrayList<>();
        routes.forEach(route -> all.addAll(attacks.on(route)));
        Stream.generate(() -> attacks.mixed(routes)).limit(MIXED).forEach(all::add);
        return all;
    }

    /// Files come and go as they are; sockets are no requests.
    private static boolean speaks(Operation route) {
        return !route.path().endsWith("/content");
    }

    /// Tokens that were good once.
    private Map<String, String> former() {
        Map<String, String> former = new LinkedHashMap<>();
        String agent =
                world.post("/v1/agents", world.owner(), "{'name':'gone-agent'}")
                        .path("token")
                        .asString();
        world.call("DELETE", "/v1/agents/gone-agent", world.owner(), null);
        former.put("a removed agent", agent);
        var observer =
                world.post(
                        "/v1/observer-tokens",
                        world.owner(),
                        "{'name':'gone-observer','scopes':['stream:read']}");
        String path = "/v1/observer-tokens/" + observer.path("id").asString();
        world.call("DELETE", path, world.owner(), null);
        former.put("a revoked observer", observer.path("token").asString());
        var workspace = world.post("/v1/workspaces", null, "{'name':'gone-workspace'}");
        String key = workspace.path("api_key").asString();
        world.call("DELETE", "/v1/workspace", key, null);
        former.put("the owner of a deleted workspace", key);
        return former;
    }

    /// A refused call of an action is on record, and so leaves something behind.
    private static List<Attack> refused(List<Answer> answers) {
        return answers.stream()
                .filter(answer -> !answer.ok() && !answer.text().contains("\"invocation_id\""))
                .map(Answer::attack)
                .toList();
    }
}
