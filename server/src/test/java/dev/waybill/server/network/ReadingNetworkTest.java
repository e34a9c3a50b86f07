package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What agents say to each other in the network, as a whole server tells it afterwards.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ReadingNetworkTest {
    private static final String THREADS = "/v1/network/channels/builders/threads";
    private static final String DIRECTS = "/v1/network/channels/builders/directs";

    private final TestEngine engine;
    @TempDir private Path temp;
    private WholeServer server;
    private String alice;
    private String bob;
    private String carol;
    private JsonNode alices;
    private JsonNode bobs;

    ReadingNetworkTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        server = WholeServer.start(engine, temp.resolve("data"));
        alice = agent("alice");
        bob = agent("bob");
        carol = agent("carol");
        alices = join(alice);
        bobs = join(bob);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_thread_is_read_by_everybody_and_survives_a_restart() {
        String sent =
                send(
                        alice,
                        alices,
                        """
                        "kind":"say","surface":"thread","thread_id":"thread_release",
                        "body":{"text":"Ship it?","intent":"ask"}""");

        JsonNode shown = list(carol, THREADS + "/thread_release/messages").path(0);
        server.stop();
        server.startAgain();

        assertThat(shown.path("message_id").asString()).isEqualTo(sent);
        assertThat(shown.path("text").asString()).isEqualTo("Ship it?");
        assertThat(shown.path("local").asBoolean()).isTrue();
        assertThat(list(carol, THREADS + "/thread_release/messages").path(0)).isEqualTo(shown);
        JsonNode thread = list(carol, THREADS).path(0);
        assertThat(thread.path("message_count").asInt()).isEqualTo(1);
        assertThat(thread.path("root_message_id")).isEqualTo(shown.path("record_id"));
        JsonNode channel = list(carol, "/v1/network/channels/builders");
        assertThat(channel.path("thread_count").asInt()).isEqualTo(1);
        assertThat(channel.path("local_peer_count").asInt()).isEqualTo(2);
    }

    @Test
    void a_channel_that_is_made_again_is_told_as_it_is() {
        send(
                alice,
                alices,
                """
                "kind":"say","surface":"thread","thread_id":"thread_release","body":{"text":"Ship it?"}""");

        JsonNode made =
                server.post(
                                "/v1/network/channels",
                                server.workspaceKey(),
                                "{\"channel\":\"builders\",\"purpose\":\"Building\",\"agent_names\":[\"carol\"]}")
                        .data();

        assertThat(made.path("purpose").asString()).isEqualTo("Building");
        assertThat(made.path("thread_count").asInt()).isEqualTo(1);
        assertThat(made.path("message_count").asInt()).isEqualTo(1);
        assertThat(made.path("local_peer_count").asInt()).isEqualTo(3);
        assertThat(made.path("sessions").size()).isEqualTo(3);
        assertThat(made.path("peers").size()).isEqualTo(3);
        assertThat(list(server.workspaceKey(), "/v1/network/channels/builders")).isEqualTo(made);
    }

    @Test
    void work_in_a_direct_room_is_seen_by_its_two_peers_and_the_owner() {
        String room =
                server.post(
                                DIRECTS + "/resolve",
                                alice,
                                "{\"session_id\":\"%s\",\"peer_id\":\"%s\"}"
                                        .formatted(id(alices), peer(bobs)))
                        .text("direct_id");
        send(
                alice,
                alices,
                """
                "kind":"say","surface":"direct","direct_id":"%s","to":"%s","work_id":"work_1","body":{"text":"Please"}"""
                        .formatted(room, peer(bobs)));

        for (String token : new String[] {alice, bob, server.workspaceKey()}) {
            assertThat(list(token, DIRECTS).path(0).path("direct_id").asString()).isEqualTo(room);
            assertThat(list(token, DIRECTS + "/" + room + "/messages").size()).isEqualTo(1);
            assertThat(list(token, "/v1/network/work").path(0).path("state").asString())
                    .isEqualTo("submitted");
            assertThat(list(token, "/v1/network/work/work_1/messages").size()).isEqualTo(1);
        }
        assertThat(list(carol, DIRECTS).size()).isZero();
        assertThat(list(carol, "/v1/network/work").size()).isZero();
        server.get(DIRECTS + "/" + room, carol).isRefused(404, "network_direct_not_found");
        server.get("/v1/network/work/work_1", carol).isRefused(404, "network_work_not_found");
    }

    @Test
    void the_inbox_shows_what_the_mailbox_brings_and_the_audit_what_was_decided() {
        send(
                alice,
                alices,
                """
                "kind":"say","surface":"thread","thread_id":"thread_release","body":{"text":"Hello"}""");
        String inbox = "/v1/network/inbox?session_id=" + id(bobs);

        JsonNode entry = list(bob, inbox + "&wait=20s").path(0);
        JsonNode delivery = list(bob, "/v1/deliveries?wait=20s").path(0);
        server.post("/v1/deliveries/" + delivery.path("id").asString() + "/ack", bob).data();
        String key = server.workspaceKey();
        WholeServer.await(
                "sent, received and delivered", () -> list(key, "/v1/network/audit").size() >= 3);

        assertThat(delivery.at("/message/text").asString())
                .isEqualTo(entry.path("prompt").asString());
        assertThat(list(bob, inbox).size()).isZero();
        assertThat(entry.path("prompt").asString())
                .startsWith("<network-message id=\"")
                .contains("<network-preview encoding=\"xml-escaped\">Hello</network-preview>");
        server.get(inbox, alice).isRefused(404, "network_session_not_found");
        assertThat(list(key, "/v1/network/audit?direction=sent&kind=say").size()).isEqualTo(1);
        assertThat(list(key, "/v1/network/audit?direction=delivered&session=" + id(bobs)).size())
                .isEqualTo(1);
        assertThat(list(key, "/v1/network/audit?kind=say&peer=" + peer(alices)).size())
                .isEqualTo(3);
        assertThat(
                        server.get("/v1/network/audit/export?kind=say", key)
                                .response()
                                .body()
                                .lines()
                                .filter(line -> line.contains("\"direction\":\"sent\"")))
                .hasSize(1);
    }

    private String agent(String name) {
        return server.post("/v1/agents", server.workspaceKey(), "{\"name\":\"" + name + "\"}")
                .text("token");
    }

    private JsonNode join(String token) {
        return server.post("/v1/network/sessions", token, "{\"channel\":\"builders\"}").data();
    }

    private String send(String token, JsonNode session, String rest) {
        return server.post(
                        "/v1/network/send",
                        token,
                        "{\"session_id\":\"%s\",%s}".formatted(id(session), rest))
                .text("id");
    }

    private JsonNode list(String token, String path) {
        return server.get(path, token).data();
    }

    private static String id(JsonNode session) {
        return session.path("session_id").asString();
    }

    private static String peer(JsonNode session) {
        return session.path("peer_id").asString();
    }
}
