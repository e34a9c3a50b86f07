package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.transport.NatsServer;
import dev.waybill.server.network.transport.Onlooker;
import dev.waybill.server.store.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @BeforeEach
    void start() throws IOException {
        Path files = Files.createDirectories(folder.resolve("nats"));
        nats = NatsServer.start(files, "jetstream { store_dir: \"" + files + "\" }");
    }

    @AfterEach
    void stop() {
        if (nats != null) {
            nats.close();
        }
    }

    /// The servers, and one agent in the channel.
    private final class Pair implements AutoCloseable {
        private final WholeServer first;
        private final WholeServer second;
        private final String agent;
        private final String session;

        Pair(boolean jetstream) {
            DatabaseTarget database = TestEngine.POSTGRES.freshDatabase();
            first = WholeServer.start(database, 1, folder.resolve("first"), over(jetstream));
            second = WholeServer.start(database, 2, folder.resolve("second"), over(jetstream));
            agent = first.agentToken();
            JsonNode joined = join(first, agent);
            session = joined.path("session_id").asString();
            String peer = joined.path("peer_id").asString();
            WholeServer.await("the other server knows the session", () -> sees(second, peer));
        }

        boolean sees(WholeServer server, String peer) {
            return server.get("/v1/network/peers/" + peer, agent).status() == 200;
        }

        boolean isDown(WholeServer server) {
            return server.get("/v1/network/status", agent).text("status").equals("disconnected");
        }

        List<String> events(String type) {
            List<String> found = new ArrayList<>();
            first.get("/v1/workspace/events?limit=200", first.workspaceKey())
                    .data()
                    .path("events")
                    .forEach(event -> found.add(event.path("type").asString()));
            return found.stream().filter(type::equals).toList();
        }

        void say(WholeServer server, String id) {
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

        @Override
        public void close() {
            first.close();
            second.close();
        }
    }

    @Test
    void what_an_agent_says_through_both_is_published_once_and_in_order() {
        try (Pair servers = new Pair(false);
                Onlooker onlooker = new Onlooker(nats.url())) {
            List<String> heard = onlooker.hear(BROADCAST);

            List<String> said = IntStream.range(0, 60).mapToObj(number -> "msg-" + number).toList();
            for (int i = 0; i < said.size(); i++) {
                servers.say(i % 2 == 0 ? servers.first : servers.second, said.get(i));
            }
            WholeServer.await("all are heard", () -> ids(heard).containsAll(said));
            servers.say(servers.first, "msg-last");
            WholeServer.await("the last is heard", () -> ids(heard).contains("msg-last"));

            assertThat(ids(heard)).startsWith(said.toArray(String[]::new)).hasSize(said.size() + 1);
        }
    }

    @Test
    void what_a_server_leaves_behind_is_published_by_the_other() {
        try (Pair servers = new Pair(false)) {
            nats.kill();
            WholeServer.await(
                    "the outage is seen",
                    () -> servers.isDown(servers.first) && servers.isDown(servers.second));
            servers.say(servers.first, "msg-left");
            servers.first.stop();

            nats.startAgain();
            try (Onlooker onlooker = new Onlooker(nats.url())) {
                List<String> heard = onlooker.hear(BROADCAST);

                WholeServer.await("it is heard", () -> ids(heard).contains("msg-left"));
            }
        }
    }

    @Test
    void both_see_a_peer_that_greeted_one_of_them() {
        try (Pair servers = new Pair(false);
                WholeServer elsewhere =
                        WholeServer.start(
                                TestEngine.SQLITE,
                                folder.resolve("elsewhere"),
                                NetworkConfig.DEFAULTS,
                                over(false))) {
            String other = join(elsewhere, elsewhere.agentToken()).path("peer_id").asString();

            for (WholeServer one : List.of(servers.first, servers.second)) {
                WholeServer.await("the peer elsewhere", () -> servers.sees(one, other));
                assertThat(
                                one.get("/v1/network/peers/" + other, servers.agent)
                                        .text("presence_state"))
                        .isEqualTo("active");
            }
            assertThat(servers.events("network.peer.joined")).hasSize(1);
        }
    }

    @Test
    void nothing_of_a_peer_that_left_stays_with_the_broker() {
        try (Pair servers = new Pair(true);
                Onlooker onlooker = new Onlooker(nats.url())) {
            WholeServer.await("it is heard", () -> onlooker.consumers(STREAM) == 2);

            String path = "/v1/network/sessions/" + servers.session;
            assertThat(servers.second.delete(path, servers.agent).status()).isBetween(200, 299);

            WholeServer.await("nothing is heard", () -> onlooker.consumers(STREAM) == 0);
        }
    }

    /// Of what was said, in the order in which it came.
    private static List<String> ids(List<String> envelopes) {
        return envelopes.stream()
                .map(JSON::tree)
                .filter(envelope -> envelope.path("kind").asString().equals("say"))
                .map(envelope -> envelope.path("id").asString())
                .toList();
    }

    private static JsonNode join(WholeServer server, String token) {
        return server.post("/v1/network/sessions", token, "{\"channel\":\"builders\"}").data();
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
