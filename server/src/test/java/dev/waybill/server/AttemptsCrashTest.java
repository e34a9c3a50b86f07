package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.StubProvider.Behaviour;
import dev.waybill.server.store.ChildJvm;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What is left of attempts when servers stop, and what several servers make of them.
@ParameterizedClass
@EnumSource(TestEngine.class)
class AttemptsCrashTest {
    private static final String COMMENT = "POST /add_comment";
    private static final String HI = "{\"body\":\"hi\"}";

    private final TestEngine engine;
    private final StubProvider stub = StubProvider.start();
    private final CountDownLatch open = new CountDownLatch(1);
    private final List<OutboundServer> servers = new ArrayList<>();
    @TempDir private Path temp;

    AttemptsCrashTest(TestEngine engine) {
        this.engine = engine;
    }

    @AfterEach
    void stop() {
        open.countDown();
        servers.forEach(OutboundServer::close);
        stub.close();
    }

    @Test
    void what_was_under_way_is_unknown_after_a_restart_and_looked_up() {
        OutboundServer server = start(0, OutboundServer.Setup.QUICK);
        String id = underWay(server, "add_comment");

        stub.on("GET /done", 200, "[{\"id\":9,\"delivery\":\"" + id + "\"}]");
        server.whole().stop();
        server.whole().startAgain();

        assertThat(server.status(id)).isIn("unknown", "sent");
        server.awaitStatus(id, "sent");
        assertThat(stub.matching("POST .*")).hasSize(1);
        assertThat(statuses(server.show(id)))
                .containsExactly("queued", "in_flight", "unknown", "sent");
    }

    @Test
    void what_was_under_way_when_a_process_was_killed_is_looked_up() throws Exception {
        if (engine != TestEngine.SQLITE) {
            return;
        }
        stub.on(COMMENT, held());
        Path data = temp.resolve("killed");
        Process child = ChildJvm.start(DyingServer.class, data.toString(), stub.url(), List.of());
        String[] asked = asked(child);
        WholeServer.await("the call", () -> !stub.journal().isEmpty());

        child.destroyForcibly().waitFor();
        stub.on("GET /done", 200, "[{\"id\":9,\"delivery\":\"" + asked[2] + "\"}]");
        OutboundServer server =
                OutboundServer.start(
                        engine.freshDatabase(), 0, data, stub, OutboundServer.Setup.QUICK);
        servers.add(server);

        WholeServer.await(
                "it is known",
                () -> attempt(server, asked).path("status").asString().equals("sent"));
        assertThat(statuses(attempt(server, asked)))
                .containsExactly("queued", "in_flight", "unknown", "sent");
        assertThat(stub.matching("POST .*")).hasSize(1);
    }

    private static JsonNode attempt(OutboundServer server, String... asked) {
        return server.whole().get("/deliveries/" + asked[2], asked[1]).body();
    }

    /// The key and the attempt, as the child says.
    private static String[] asked(Process child) {
        return child.inputReader()
                .lines()
                .filter(line -> line.startsWith("asked "))
                .findFirst()
                .orElseThrow()
                .split(" ");
    }

    @Test
    void what_does_no_harm_is_done_again_after_a_restart() {
        OutboundServer server = start(0, OutboundServer.Setup.QUICK);
        stub.on("POST /close_issue", held()).on("POST /close_issue", 200, "{\"id\":1}");
        String id =
                server.invoke("close_issue", "{}", ",\"waitMs\":0")
                        .body()
                        .path("deliveryId")
                        .asString();
        WholeServer.await("the call", () -> !stub.journal().isEmpty());

        server.whole().stop();
        server.whole().startAgain();

        server.awaitStatus(id, "sent");
        assertThat(statuses(server.show(id)))
                .containsExactly("queued", "in_flight", "unknown", "queued", "in_flight", "sent");
    }

    @Test
    void what_was_queued_is_done_after_a_restart() {
        OutboundServer server = start(0, OutboundServer.Setup.QUICK.spaced(Duration.ofMinutes(10)));
        stub.on(COMMENT, 201, "{\"id\":1}");
        server.invoke("add_comment", HI);
        String id =
                server.invoke("add_comment", HI, ",\"waitMs\":0")
                        .body()
                        .path("deliveryId")
                        .asString();

        server.whole().stop();
        server.whole().startAgain();

        assertThat(server.status(id)).isEqualTo("queued");
        assertThat(stub.journal()).hasSize(1);
    }

    @Test
    void calls_with_one_credential_keep_their_distance() {
        OutboundServer server = start(0, OutboundServer.Setup.QUICK.spaced(Duration.ofMillis(400)));
        stub.on(COMMENT, 201, "{\"id\":1}");
        long begun = System.nanoTime();

        for (int i = 0; i < 3; i++) {
            server.invoke("add_comment", HI, ",\"waitMs\":0");
        }
        WholeServer.await("all calls", () -> stub.journal().size() == 3);

        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(800_000_000L);
    }

    @Test
    void of_two_servers_one_runs_each() {
        if (engine != TestEngine.POSTGRES) {
            return;
        }
        DatabaseTarget shared = engine.freshDatabase();
        OutboundServer one = start(shared, 1, OutboundServer.Setup.QUICK);
        OutboundServer other = start(shared, 2, OutboundServer.Setup.QUICK);
        stub.on(COMMENT, 201, "{\"id\":1}");

        for (int i = 0; i < 30; i++) {
            String body = OutboundServer.body("add_comment", HI, ",\"waitMs\":0");
            OutboundServer at = i % 2 == 0 ? one : other;
            assertThat(at.whole().post("/deliveries/invoke", one.key(), body).status())
                    .isEqualTo(202);
        }

        WholeServer.await(
                "all sent",
                () ->
                        one.get("/deliveries?status=sent&limit=200")
                                        .body()
                                        .path("deliveries")
                                        .size()
                                == 30);
        assertThat(stub.journal().stream().map(call -> call.header("x-delivery")).distinct())
                .hasSize(30);
        assertThat(stub.journal()).hasSize(30);
    }

    @Test
    void what_a_server_that_is_gone_has_left_is_found_by_another() {
        if (engine != TestEngine.POSTGRES) {
            return;
        }
        DatabaseTarget shared = engine.freshDatabase();
        OutboundServer one = start(shared, 1, OutboundServer.Setup.QUICK);
        String id = underWay(one, "add_comment");
        String key = one.key();
        one.whole().stop();
        stub.on("GET /done", 200, "[{\"id\":9,\"delivery\":\"" + id + "\"}]");

        OutboundServer other = start(shared, 2, OutboundServer.Setup.QUICK);

        WholeServer.await(
                "it is known",
                () ->
                        other.whole()
                                .get("/deliveries/" + id, key)
                                .body()
                                .path("status")
                                .asString()
                                .equals("sent"));
        assertThat(stub.matching("POST .*")).hasSize(1);
    }

    private String underWay(OutboundServer server, String operation) {
        stub.on("POST /" + operation, held());
        String id =
                server.invoke(operation, HI, ",\"waitMs\":0").body().path("deliveryId").asString();
        WholeServer.await("the call", () -> !stub.journal().isEmpty());
        return id;
    }

    private Behaviour held() {
        return new Behaviour.Held(open, new Behaviour.Answer(201, Map.of(), "{\"id\":1}"));
    }

    private OutboundServer start(int worker, OutboundServer.Setup setup) {
        return start(engine.freshDatabase(), worker, setup);
    }

    private OutboundServer start(DatabaseTarget database, int worker, OutboundServer.Setup setup) {
        OutboundServer server =
                OutboundServer.start(database, worker, temp.resolve("data" + worker), stub, setup);
        servers.add(server);
        return server;
    }

    private static List<String> statuses(JsonNode attempt) {
        List<String> statuses = new ArrayList<>();
        for (JsonNode event : attempt.path("events")) {
            String to = event.path("toStatus").asString();
            if (!to.equals(event.path("fromStatus").asString(""))) {
                statuses.add(to);
            }
        }
        return statuses;
    }
}
