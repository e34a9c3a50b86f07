package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer.Reply;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Agents, over HTTP.
class AgentsApiTest {
    @TempDir private Path temp;
    private TestServer server;
    private String key;

    @BeforeEach
    void start() {
        server = TestServer.start(temp);
        key = server.key();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_registered_agent_gets_everything_a_client_asks_for() {
        Reply reply =
                server.post(
                        "/v1/agents",
                        key,
                        "{\"name\":\"alice\",\"type\":\"human\",\"persona\":\"p\",\"metadata\":{\"a\":1},\"skills\":[\"x\"]}");

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.data().propertyNames())
                .containsExactly(
                        "id",
                        "name",
                        "handle",
                        "token",
                        "status",
                        "capabilities",
                        "created_at",
                        "workspace_id");
        assertThat(reply.data().get("token").asString()).startsWith("at_live_");
    }

    @Test
    void a_name_is_taken_once_and_a_bad_one_is_no_conflict() {
        server.agent("alice");

        server.post("/v1/agents", key, "{\"name\":\"alice\"}").refused(409, "agent_already_exists");
        server.post("/v1/agents", key, "{\"name\":\" \"}").refused(400, "invalid_request");
        server.post("/v1/agents", key, "{}").refused(400, "invalid_request");
    }

    @Test
    void agents_are_listed_without_and_shown_with_their_surroundings() {
        String alice = server.agent("alice");
        server.agent("bob");
        server.post("/v1/channels/general/messages", alice, "{\"text\":\"hi @bob\"}");

        JsonNode bob = server.get("/v1/agents/bob", key).data();

        assertThat(server.get("/v1/agents", key).each("name"))
                .containsExactly("operator", "alice", "bob");
        assertThat(server.get("/v1/agents", key).data().get(0).has("channels")).isFalse();
        assertThat(bob.at("/channels/0/name").asString()).isEqualTo("general");
        assertThat(bob.at("/channels/0/role").asString()).isEqualTo("member");
        assertThat(bob.get("actions_provided")).isEmpty();
        assertThat(bob.get("actions_available_to")).isEmpty();
        assertThat(bob.at("/pending_deliveries/0/status").asString()).isEqualTo("queued");
        assertThat(bob.at("/pending_deliveries/0/reason").asString()).isEqualTo("mention");
        assertThat(bob.at("/pending_deliveries/0/id").asString()).startsWith("del_");
        assertThat(bob.get("persona").isNull()).isTrue();
        assertThat(server.get("/v1/agent", alice).data().get("handle").asString())
                .isEqualTo("@alice");
        server.get("/v1/agents/nobody", key).refused(404, "agent_not_found");
        server.get("/v1/agents", alice).refused(403, "forbidden");
    }

    @Test
    void agents_are_listed_by_status() {
        String alice = server.agent("alice");
        server.post("/v1/agents/disconnect", alice);

        assertThat(server.get("/v1/agents?status=offline", key).each("name"))
                .containsExactly("alice");
        assertThat(server.get("/v1/agents?status=online", key).each("name"))
                .containsExactly("operator");
        assertThat(server.get("/v1/agents?status=all", key).data()).hasSize(2);
        server.get("/v1/agents?status=dreaming", key).refused(400, "invalid_request");
    }

    @Test
    void an_agent_is_changed_in_parts() {
        server.post(
                "/v1/agents",
                key,
                "{\"name\":\"alice\",\"persona\":\"p\",\"metadata\":{\"a\":1,\"b\":{\"c\":2}}}");

        JsonNode changed =
                server.patch(
                                "/v1/agents/alice",
                                key,
                                "{\"status\":\"blocked\",\"metadata\":{\"b\":3},\"capabilities\":[\"x\"]}")
                        .data();

        assertThat(changed.get("status").asString()).isEqualTo("online");
        assertThat(changed.get("activity").asString()).isEqualTo("blocked");
        assertThat(changed.get("persona").asString()).isEqualTo("p");
        assertThat(changed.get("metadata").toString()).isEqualTo("{\"a\":1,\"b\":3}");
        assertThat(changed.get("capabilities").toString()).isEqualTo("[\"x\"]");
        server.patch("/v1/agents/alice", key, "{\"status\":\"away\"}")
                .refused(400, "invalid_request");
        server.patch("/v1/agents/bob", key, "{}").refused(404, "agent_not_found");
    }

    @Test
    void a_removed_agent_is_gone_its_name_is_free_and_its_words_stay() {
        String alice = server.agent("alice");
        server.post("/v1/channels/general/messages", alice, "{\"text\":\"mine\"}");

        assertThat(server.delete("/v1/agents/alice", key).status()).isEqualTo(204);

        server.get("/v1/agent", alice).refused(401, "agent_token_invalid");
        server.get("/v1/agents/alice", key).refused(404, "agent_not_found");
        server.delete("/v1/agents/alice", key).refused(404, "agent_not_found");
        assertThat(server.get("/v1/channels/general/messages", key).each("agent_name"))
                .containsExactly("alice");
        server.agent("alice");
        assertThat(server.delete("/v1/agents/alice", key).status()).isEqualTo(204);
    }

    @Test
    void a_token_is_rotated_by_the_owner_or_the_agent_itself_and_the_old_one_has_its_grace() {
        String alice = server.agent("alice");
        server.agent("bob");

        String second =
                server.post("/v1/agents/alice/rotate-token", key, "{}")
                        .data()
                        .get("token")
                        .asString();
        JsonNode third = server.post("/v1/agents/alice/rotate-token", second).data();

        assertThat(third.get("name").asString()).isEqualTo("alice");
        assertThat(server.get("/v1/agent", third.get("token").asString()).status()).isEqualTo(200);
        assertThat(server.get("/v1/agent", second).status()).isEqualTo(200);
        assertThat(server.get("/v1/agent", alice).status()).isEqualTo(200);
        server.post("/v1/agents/bob/rotate-token", alice).refused(403, "forbidden");
        server.post("/v1/agents/carol/rotate-token", key).refused(404, "agent_not_found");
    }

    @Test
    void presence_is_shown_to_everyone_and_follows_what_agents_do() {
        String alice = server.agent("alice");

        Reply goodbye = server.post("/v1/agents/disconnect", alice, "{}");
        assertThat(goodbye.response().body()).isEqualTo("{\"ok\":true}");
        assertThat(presenceOf("alice")).isEqualTo("offline");

        assertThat(server.post("/v1/agents/heartbeat", alice).response().body())
                .isEqualTo("{\"ok\":true}");
        assertThat(presenceOf("alice")).isEqualTo("online");
        server.post("/v1/agents/heartbeat", key).refused(403, "agent_token_required");
        assertThat(server.get("/v1/agents/presence", alice).data()).hasSize(2);
    }

    @Test
    void sessions_report_what_they_do() {
        String alice = server.agent("alice");
        server.agent("bob");

        Reply tool =
                server.post(
                        "/v1/agents/alice/events",
                        alice,
                        "{\"type\":\"tool.called\",\"payload\":{\"tool\":\"grep\"}}");
        server.post("/v1/agents/alice/events", key, "{\"type\":\"status.waiting\"}");

        assertThat(tool.status()).isEqualTo(201);
        assertThat(tool.data().get("id").asString()).startsWith("evt_");
        assertThat(tool.data().get("sequence").asLong()).isEqualTo(1);
        assertThat(server.get("/v1/agents/alice/events", key).each("type"))
                .containsExactly("status.waiting", "tool.called");
        assertThat(server.get("/v1/agents/alice/events?limit=0", key).data()).hasSize(1);
        assertThat(server.get("/v1/agents/alice/events?type=tool.called", key).data()).hasSize(1);
        assertThat(server.get("/v1/agents/alice", key).data().get("activity").asString())
                .isEqualTo("waiting");
        server.post("/v1/agents/bob/events", alice, "{\"type\":\"log\"}").refused(403, "forbidden");
        server.post("/v1/agents/alice/events", alice, "{\"type\":\"nap\"}")
                .refused(400, "invalid_event_type");
        server.post("/v1/agents/carol/events", key, "{\"type\":\"log\"}")
                .refused(404, "agent_not_found");
        server.post(
                        "/v1/agents/alice/events",
                        alice,
                        "{\"type\":\"log\",\"payload\":\"" + "x".repeat(70_000) + "\"}")
                .refused(413, "payload_too_large");
    }

    private String presenceOf(String name) {
        for (JsonNode agent : server.get("/v1/agents/presence", key).data()) {
            if (agent.get("agent_name").asString().equals(name)) {
                return agent.get("status").asString();
            }
        }
        throw new AssertionError("no presence of " + name);
    }
}
