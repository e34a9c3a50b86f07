package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.transport.NatsServer;
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

/// Two servers that share nothing but a real broker: their agents talk, and what one has acknowledged arrives.
class TwoServersTest {
    @TempDir private Path folder;
    private NatsServer nats;
    private final List<Side> sides = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        Path files = Files.createDirectories(folder.resolve("nats"));
        nats = NatsServer.start(files, "jetstream { store_dir: \"" + files + "\" }");
    }

    @AfterEach
    void stop() {
        sides.forEach(side -> side.server.close());
        if (nats != null) {
            nats.close();
        }
    }

    /// A server with one agent in the channel.
    private final class Side {
        private final WholeServer server;
        private final String agent;
        private final String session;
        private final String peer;

        Side(String name, boolean jetstream) {
            server =
                    WholeServer.start(
                            TestEngine.SQLITE,
                            folder.resolve(name),
                            NetworkConfig.DEFAULTS,
                            over(jetstream));
            sides.add(this);
            agent = server.agentToken();
            JsonNode joined =
                    server.post("/v1/network/sessions", agent, "{\"channel\":\"builders\"}").data();
            session = joined.path("session_id").asString();
            peer = joined.path("peer_id").asString();
        }

        void sees(Side other) {
            WholeServer.await(
                    "the other peer",
                    () -> server.get("/v1/network/peers/" + other.peer, agent).status() == 200);
        }

        JsonNode send(String body) {
            return server.post(
                            "/v1/network/send",
                            agent,
                            "{\"session_id\":\"" + session + "\"," + body.substring(1))
                    .data();
        }

        void says(String id, String more) {
            send(
                    """
                    {"id":"%s","kind":"say","surface":"thread","thread_id":"thread_release","body":{"text":"hi"}%s}
                    """
                            .formatted(id, more));
        }

        /// Waits for the next message of the network, acknowledges it and gives its wrapper.
        String next() {
            List<JsonNode> found = new ArrayList<>();
            WholeServer.await(
                    "a message of the network",
                    () -> {
                        server.get("/v1/deliveries", agent).data().forEach(found::add);
                        return !found.isEmpty();
                    });
            JsonNode first = found.getFirst();
            String id = first.path("id").asString();
            assertThat(server.post("/v1/deliveries/" + id + "/ack", agent).status()).isEqualTo(200);
            return first.at("/message/text").asString().lines().findFirst().orElse("");
        }

        String state(String work) {
            return server.get("/v1/network/work/" + work, agent).text("state");
        }

        List<String> audit(String query) {
            List<String> rows = new ArrayList<>();
            server.get("/v1/network/audit?" + query, server.workspaceKey())
                    .data()
                    .forEach(row -> rows.add(row.path("message_id").asString()));
            return rows;
        }
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

    @Test
    void they_do_work_for_each_other() {
        Side alice = new Side("alice", false);
        Side bob = new Side("bob", false);
        alice.sees(bob);
        bob.sees(alice);

        alice.says("msg-ask", ",\"to\":\"%s\",\"work_id\":\"w1\"".formatted(bob.peer));
        WholeServer.await(
                "what programs may act on",
                () ->
                        bob.server
                                .get("/v1/deliveries", bob.agent)
                                .data()
                                .at("/0/message/metadata/message_id")
                                .asString("")
                                .equals("msg-ask"));
        assertThat(bob.next())
                .startsWith("<network-message id=\"msg-ask\" from=\"" + alice.peer + "\"")
                .endsWith("trust=\"untrusted\">");

        String back =
                "\"surface\":\"thread\",\"thread_id\":\"thread_release\",\"to\":\"%s\",\"work_id\":\"w1\""
                        .formatted(alice.peer);
        bob.send(
                "{\"kind\":\"receipt\",%s,\"body\":{\"for_id\":\"msg-ask\",\"status\":\"accepted\"}}"
                        .formatted(back));
        bob.send("{\"kind\":\"trace\",%s,\"body\":{\"state\":\"completed\"}}".formatted(back));

        assertThat(alice.next()).contains("kind=\"receipt\"");
        assertThat(alice.next()).contains("kind=\"trace\"");
        assertThat(alice.state("w1")).isEqualTo("completed");
        assertThat(bob.state("w1")).isEqualTo("completed");
        WholeServer.await(
                "one row for what was delivered",
                () -> bob.audit("direction=delivered").equals(List.of("msg-ask")));
        assertThat(alice.audit("direction=sent&kind=say")).containsExactly("msg-ask");
    }

    @Test
    void what_was_acknowledged_while_the_broker_was_down_arrives_in_order() {
        Side alice = new Side("alice", false);
        Side bob = new Side("bob", false);
        alice.sees(bob);
        nats.kill();

        IntStream.range(0, 20).forEach(i -> alice.says("msg-" + i, ""));
        WholeServer.await(
                "the outage is seen",
                () ->
                        alice.server
                                .get("/v1/network/status", alice.agent)
                                .text("status")
                                .equals("disconnected"));
        nats.startAgain();

        IntStream.range(0, 20)
                .forEach(i -> assertThat(bob.next()).contains("id=\"msg-" + i + "\""));
    }

    @Test
    void what_was_published_while_a_server_was_down_arrives_through_a_stream() {
        Side alice = new Side("alice", true);
        Side bob = new Side("bob", true);
        alice.sees(bob);
        bob.server.stop();

        alice.says("msg-late", "");
        WholeServer.await(
                "the stream has it", () -> !alice.audit("direction=sent&kind=say").isEmpty());
        bob.server.startAgain();

        assertThat(bob.next()).contains("id=\"msg-late\"");
    }

    @Test
    void what_waits_is_still_there_after_a_restart() {
        Side alice = new Side("alice", false);
        Side bob = new Side("bob", false);
        alice.sees(bob);
        alice.says("msg-1", "");
        alice.says("msg-2", "");
        WholeServer.await("both wait", () -> inbox(bob).size() == 2);
        List<String> before = inbox(bob);

        bob.server.stop();
        bob.server.startAgain();

        assertThat(inbox(bob)).isEqualTo(before);
        assertThat(bob.next()).contains("id=\"msg-1\"");
        assertThat(bob.next()).contains("id=\"msg-2\"");
        WholeServer.await("nothing waits", () -> inbox(bob).isEmpty());
    }

    private static List<String> inbox(Side side) {
        List<String> prompts = new ArrayList<>();
        side.server
                .get("/v1/network/inbox?session_id=" + side.session, side.agent)
                .data()
                .forEach(entry -> prompts.add(entry.path("prompt").asString()));
        return prompts;
    }
}
