package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.attempt.AttemptLimits;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.http.TestSocket;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The clock of the machine is set back or forward under a running server.
class ClockJumpTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    private final AtomicReference<Duration> skew = new AtomicReference<>(Duration.ZERO);
    private final InstantSource clock = () -> Instant.now().plus(skew.get());

    @TempDir private Path data;

    @Test
    void an_hour_back_and_forth_changes_neither_order_nor_what_is_kept() {
        List<Long> ids = new ArrayList<>();
        try (WholeServer server = start()) {
            String bob = agent(server, "bob");
            for (Duration jump :
                    List.of(Duration.ZERO, HOUR.negated(), Duration.ZERO, HOUR.negated())) {
                skew.set(jump);
                for (int i = 0; i < 5; i++) {
                    ids.add(send(server, ids.size()));
                }
            }

            assertThat(listed(server, bob))
                    .containsExactly(
                            ids.stream().map(id -> "m" + ids.indexOf(id)).toArray(String[]::new));
        }

        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertSound();
    }

    @Test
    void a_start_with_the_clock_behind_gives_no_number_twice() {
        List<Long> ids = new ArrayList<>();
        try (WholeServer server = start()) {
            agent(server, "bob");
            ids.add(send(server, 0));
            skew.set(HOUR.negated());
            server.stop();
            server.startAgain();

            ids.add(send(server, 1));
        }

        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertSound();
    }

    @Test
    void two_hours_forward_end_what_waits_and_its_sender_may_send_again() {
        try (WholeServer server = start()) {
            String bob = agent(server, "bob");
            send(server, 0);
            skew.set(HOUR.multipliedBy(2));

            WholeServer.await("it is given up", () -> listed(server, bob).isEmpty());
            send(server, 1);

            assertThat(listed(server, bob)).containsExactly("m1");
        }
        assertSound();
    }

    @Test
    void what_is_acknowledged_after_an_hour_back_is_written_at_once() throws Exception {
        try (WholeServer server = start()) {
            String bob = agent(server, "bob");
            Reply node = server.post("/v1/agent/node-token", bob);
            try (TestSocket socket = connected(server, node)) {
                assertThat(registered(socket, node, "node_id", "i1")).contains("\"reply\"");
                send(server, 0);
                while (!socket.next().contains("\"type\":\"deliver\"")) {
                    // another frame
                }
                skew.set(HOUR.negated());
                socket.send(
                        "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\"bob\",\"up_to_seq\":1}");

                WholeServer.await("it is in the store", () -> acked("bob") == 1);
            }
        }
        assertSound();
    }

    @Test
    void an_hour_forward_lets_nobody_take_the_place_of_a_living_provider() throws Exception {
        try (WholeServer server = start()) {
            Reply node = server.post("/v1/nodes", server.workspaceKey(), "{\"name\":\"box\"}");
            try (TestSocket first = connected(server, node);
                    TestSocket other = connected(server, node)) {
                assertThat(registered(first, node, "id", "i1")).contains("\"reply\"");
                skew.set(HOUR);

                assertThat(registered(other, node, "id", "i2"))
                        .contains("provider_instance_conflict");
            }
        }
    }

    @Test
    void an_hour_back_and_whoever_guessed_is_let_in_a_minute_later() {
        try (WholeServer server = start()) {
            String path = "/v1/workspaces/by-name/none";
            Reply reply = server.get(path, null);
            while (reply.status() != 429) {
                reply = server.get(path, null);
            }
            skew.set(HOUR.negated());

            server.get(path, null).isRefused(404, "workspace_not_found");
        }
    }

    @Test
    void of_two_servers_the_one_that_is_an_hour_behind_numbers_after_the_other() {
        DatabaseTarget shared = TestEngine.POSTGRES.freshDatabase();
        try (WholeServer ahead = start(shared, 0, clock);
                WholeServer behind = start(shared, 1, Instant::now)) {
            String bob = agent(ahead, "bob");
            skew.set(HOUR);
            long before = send(ahead, 0);

            WholeServer.await("the other has looked", () -> newest(behind, ahead) > before);
            send(behind, ahead.agentToken(), "later");

            assertThat(listed(ahead, bob)).startsWith("m0").endsWith("later");
            WholeServer.await(
                    "the index of words has it",
                    () -> ahead.get("/v1/search?q=later", bob).data().size() == 1);
        }
    }

    @Test
    void what_is_said_on_the_network_is_numbered_like_that_as_well() {
        DatabaseTarget shared = TestEngine.POSTGRES.freshDatabase();
        try (WholeServer ahead = start(shared, 0, clock);
                WholeServer behind = start(shared, 1, Instant::now)) {
            String fast = joined(ahead, ahead.agentToken(), "one");
            String bob = agent(ahead, "bob");
            String slow = joined(behind, bob, "two");
            skew.set(HOUR);
            say(ahead, ahead.agentToken(), fast, "m0");
            WholeServer.await("it is on record", () -> said(ahead, ahead).equals(List.of("m0")));
            long before = lastDecision(ahead);

            WholeServer.await("the other has looked", () -> newest(behind, ahead) > before);
            say(behind, bob, slow, "later");

            WholeServer.await(
                    "it stands behind", () -> said(behind, ahead).equals(List.of("m0", "later")));
        }
    }

    @Test
    void a_start_with_the_clock_behind_numbers_after_what_was_said_on_the_network() {
        try (WholeServer server = start()) {
            String session = joined(server, server.agentToken(), "one");
            skew.set(HOUR);
            say(server, server.agentToken(), session, "m0");
            WholeServer.await("it is on record", () -> !said(server, server).isEmpty());
            long before = lastDecision(server);
            skew.set(Duration.ZERO);
            server.stop();
            server.startAgain();

            assertThat(newest(server, server)).isGreaterThan(before);
        }
    }

    private WholeServer start() {
        return start(TestEngine.SQLITE.freshDatabase(), 0, clock);
    }

    private WholeServer start(DatabaseTarget database, int worker, InstantSource its) {
        return WholeServer.start(
                database,
                worker,
                data.resolve("of-" + worker),
                OutboundConfig.DEFAULTS,
                new Outside(List.of(), null, null, null, AttemptLimits.DEFAULTS, its));
    }

    private static TestSocket connected(WholeServer server, Reply node) {
        return TestSocket.open(server.uri("/"), "v1/node/ws?token=" + node.text("token"));
    }

    /// What the server says to that instance of a provider.
    private static String registered(TestSocket socket, Reply node, String id, String instance)
            throws InterruptedException {
        socket.send(
                """
                {"v":1,"type":"node.register","id":"r1","node_id":"%s","name":"box","max_agents":0,
                 "version":"test","capabilities":[],"tags":[],
                 "provider":{"name":"p1","instance_id":"%s"}}
                """
                        .formatted(node.text(id), instance));
        return socket.next();
    }

    private long acked(String agent) {
        String question = "select ack_seq from agent where name = '" + agent + "'";
        try (Connection store =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + data.resolve("of-0/waybill.db"));
                Statement statement = store.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            return row.next() ? row.getLong(1) : -1;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String agent(WholeServer server, String name) {
        return server.post("/v1/agents", server.workspaceKey(), "{\"name\":\"" + name + "\"}")
                .text("token");
    }

    private static long send(WholeServer server, int number) {
        return send(server, server.agentToken(), "m" + number);
    }

    private static long send(WholeServer server, String sender, String text) {
        String body = "{\"to\":\"bob\",\"text\":\"" + text + "\"}";
        return Long.parseLong(server.post("/v1/dm", sender, body).text("id"));
    }

    /// The id of something that is said there to nobody.
    private static long newest(WholeServer server, WholeServer home) {
        return Long.parseLong(
                server.post("/v1/dm", home.agentToken(), "{\"to\":\"@self\",\"text\":\"note\"}")
                        .text("id"));
    }

    /// A session in a channel where nobody else is, so that what it says is put into no mailbox.
    private static String joined(WholeServer server, String agent, String channel) {
        return server.post("/v1/network/sessions", agent, "{\"channel\":\"" + channel + "\"}")
                .text("session_id");
    }

    private static void say(WholeServer server, String agent, String session, String id) {
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

    /// What was said on the network, as the export of its audit has it.
    private static List<String> said(WholeServer server, WholeServer home) {
        String lines =
                server.get("/v1/network/audit/export?kind=say&direction=sent", home.workspaceKey())
                        .response()
                        .body();
        return lines.lines().map(line -> JSON.tree(line).path("message_id").asString()).toList();
    }

    private static long lastDecision(WholeServer server) {
        return server.get("/v1/network/audit", server.workspaceKey())
                .data()
                .path(0)
                .path("id")
                .asLong();
    }

    private static List<String> listed(WholeServer server, String agent) {
        List<String> texts = new ArrayList<>();
        for (JsonNode one : server.get("/v1/deliveries?limit=100", agent).data()) {
            texts.add(one.path("message").path("text").asString());
        }
        return texts;
    }

    private void assertSound() {
        List<Finding> findings =
                new Verification(StoreConfig.DEFAULTS, data.resolve("of-0")).run(_ -> {});
        assertThat(findings).allMatch(Finding::holds).hasSize(Verification.size());
    }
}
