package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.transport.NatsServer;
import dev.waybill.server.store.TestEngine;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Two servers on one database and a real broker are one: to their agents, and to everybody else.
class OneDatabaseTest {
    private static final String BROADCAST = "agh.network.v0.builders.broadcast";
    private static final String STREAM = "WAYBILL_NETWORK";
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @TempDir private Path folder;
    private NatsServer nats;
    private WholeServer first;
    private WholeServer second;
    private String agent;
    private String session;
    private String peer;

    @BeforeEach
    void start() throws IOException {
        Path files = Files.createDirectories(folder.resolve("nats"));
        nats = NatsServer.start(files, "jetstream { store_dir: \"" + files + "\" }");
    }

    private void start(boolean jetstream) {
        DatabaseTarget database = TestEngine.POSTGRES.freshDatabase();
        first = WholeServer.start(database, 1, folder.resolve("first"), over(jetstream));
        second = WholeServer.start(database, 2, folder.resolve("second"), over(jetstream));
        agent = first.agentToken();
        JsonNode joined = join(first, agent);
        session = joined.path("session_id").asString();
        peer = joined.path("peer_id").asString();
        WholeServer.await(
                "the other server knows the session",
                () -> second.get("/v1/network/peers/" + peer, agent).status() == 200);
    }

    @AfterEach
    void stop() {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
        nats.close();
    }

    @Test
    void what_an_agent_says_through_both_is_published_once_and_in_order() throws Exception {
        start(false);
        List<String> heard = new CopyOnWriteArrayList<>();
        try (Connection listener = Nats.connect(nats.url())) {
            listener.createDispatcher(message -> note(heard, message.getData()))
                    .subscribe(BROADCAST);
            listener.flush(Duration.ofSeconds(5));

            List<String> said =
                    IntStream.range(0, 60).mapToObj(number -> "msg-" + number).toList();
            said.forEach(id -> say(said.indexOf(id) % 2 == 0 ? first : second, id));
            WholeServer.await("all are heard", () -> heard.containsAll(said));
            say(first, "msg-last");
            WholeServer.await("the last is heard", () -> heard.contains("msg-last"));

            assertThat(heard).startsWith(said.toArray(String[]::new)).hasSize(said.size() + 1);
        }
    }

    @Test
    void what_a_server_leaves_behind_is_published_by_the_other() throws Exception {
        start(false);
        nats.kill();
        WholeServer.await("the outage is seen", () -> isDown(first) && isDown(second));
        say(first, "msg-left");
        first.stop();

        List<String> heard = new CopyOnWriteArrayList<>();
        nats.startAgain();
        try (Connection listener = Nats.connect(nats.url())) {
            listener.createDispatcher(message -> note(heard, message.getData()))
                    .subscribe(BROADCAST);

            WholeServer.await("it is heard", () -> heard.contains("msg-left"));
        }
        first.startAgain();
    }

    @Test
    void both_see_a_peer_that_greeted_one_of_them() {
        start(false);
        try (WholeServer elsewhere =
                WholeServer.start(
                        TestEngine.SQLITE,
                        folder.resolve("elsewhere"),
                        NetworkConfig.DEFAULTS,
                        over(false))) {
            String other =
                    join(elsewhere, elsewhere.agentToken()).path("peer_id").asString();

            for (WholeServer one : List.of(first, second)) {
                WholeServer.await(
                        "the peer elsewhere",
                        () -> one.get("/v1/network/peers/" + other, agent).status() == 200);
                assertThat(one.get("/v1/network/peers/" + other, agent).text("presence_state"))
                        .isEqualTo("active");
            }
            assertThat(events("network.peer.joined")).hasSize(1);
        }
    }

    @Test
    void nothing_of_a_peer_that_left_stays_with_the_broker() throws Exception {
        start(true);
        try (Connection operator = Nats.connect(nats.url())) {
            WholeServer.await("it is heard", () -> consumers(operator) == 2);

            assertThat(second.delete("/v1/network/sessions/" + session, agent).status())
                    .isBetween(200, 299);

            WholeServer.await("nothing is heard", () -> consumers(operator) == 0);
        }
    }

    private static int consumers(Connection operator) {
        try {
            return operator.jetStreamManagement().getConsumerNames(STREAM).size();
        } catch (IOException | JetStreamApiException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> events(String type) {
        List<String> found = new ArrayList<>();
        first.get("/v1/workspace/events?limit=200", first.workspaceKey())
                .data()
                .path("events")
                .forEach(event -> found.add(event.path("type").asString()));
        return found.stream().filter(type::equals).toList();
    }

    private boolean isDown(WholeServer server) {
        return server.get("/v1/network/status", agent).text("status").equals("disconnected");
    }

    private static void note(List<String> heard, byte[] payload) {
        JsonNode envelope = JSON.tree(new String(payload, UTF_8));
        if (envelope.path("kind").asString().equals("say")) {
            heard.add(envelope.path("id").asString());
        }
    }

    private static JsonNode join(WholeServer server, String token) {
        return server.post("/v1/network/sessions", token, "{\"channel\":\"builders\"}").data();
    }

    private void say(WholeServer server, String id) {
        server.post(
                        "/v1/network/send",
                        agent,
                        """
                        {"session_id":"%s","id":"%s","kind":"say","surface":"thread","thread_id":"thread_release",
                        "body":{"text":"hi"}}
                        """
                                .formatted(session, id))
                .data();
    }

    private NatsConfig over(boolean jetstream) {
        NatsConfig usual = NatsConfig.DEFAULTS;
        return new NatsConfig(
                nats.url(),
                false,
                usual.binary(),
                usual.port(),
                null,
                null,
                null,
                null,
                null,
                null,
                jetstream,
                usual.stream());
    }
}
