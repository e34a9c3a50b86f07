package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer.Reply;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.HttpConfig;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Workspaces, over HTTP.
class WorkspacesApiTest {
    @TempDir private Path temp;

    @Test
    void who_shows_the_key_of_a_workspace_of_that_name_gets_it_again() {
        try (TestServer server = TestServer.start(temp)) {
            Reply created = server.post("/v1/workspaces", null, "{\"name\":\"acme\"}");
            String key = created.data().get("api_key").asString();

            Reply again = server.post("/v1/workspaces", key, "{\"name\":\"acme\"}");
            Reply stranger = server.post("/v1/workspaces", server.key(), "{\"name\":\"acme\"}");

            assertThat(created.status()).isEqualTo(201);
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.data()).isEqualTo(created.data());
            assertThat(stranger.status()).isEqualTo(201);
            assertThat(stranger.data().get("api_key").asString()).isNotEqualTo(key);
        }
    }

    @Test
    void a_workspace_may_be_made_for_some_time() {
        try (TestServer server = TestServer.start(temp)) {
            Reply created =
                    server.post(
                            "/v1/workspaces", null, "{\"name\":\"x\",\"expires_in_seconds\":60}");

            assertThat(created.status()).isEqualTo(201);
            server.post("/v1/workspaces", null, "{\"name\":\"x\",\"expires_in_seconds\":59}")
                    .refused(400, "invalid_request");
        }
    }

    @Test
    void a_workspace_is_found_by_name_but_not_as_often_as_one_likes() {
        try (TestServer server = TestServer.start(temp)) {
            JsonNode found = server.get("/v1/workspaces/by-name/default", null).data();

            assertThat(found.propertyNames()).containsExactly("id", "name", "created_at");
            server.get("/v1/workspaces/by-name/other", null).refused(404, "workspace_not_found");
            Reply last =
                    IntStream.range(0, 60)
                            .mapToObj(_ -> server.get("/v1/workspaces/by-name/default", null))
                            .filter(reply -> reply.status() != 200)
                            .findFirst()
                            .orElseThrow();
            last.refused(429, "rate_limit_exceeded");
            assertThat(last.header("Retry-After")).isNotEmpty();
        }
    }

    @Test
    void a_workspace_is_shown_and_changed() {
        try (TestServer server = TestServer.start(temp)) {
            JsonNode before = server.get("/v1/workspace", server.key()).data();
            JsonNode after =
                    server.patch(
                                    "/v1/workspace",
                                    server.key(),
                                    "{\"name\":\"acme\",\"system_prompt\":\"be kind\",\"metadata\":{\"a\":1}}")
                            .data();

            assertThat(before.propertyNames())
                    .containsExactly(
                            "id", "name", "plan", "system_prompt", "created_at", "metadata");
            assertThat(before.get("system_prompt").isNull()).isTrue();
            assertThat(after.get("name").asString()).isEqualTo("acme");
            assertThat(after.get("metadata").toString()).isEqualTo("{\"a\":1}");
            assertThat(server.get("/v1/workspace", server.key()).data()).isEqualTo(after);
        }
    }

    @Test
    void the_system_prompt_has_a_default_to_which_one_can_return() {
        try (TestServer server = TestServer.start(temp)) {
            String path = "/v1/workspace/system-prompt";
            JsonNode first = server.get(path, server.key()).data();
            JsonNode own = server.put(path, server.key(), "{\"prompt\":\"be kind\"}").data();
            JsonNode reset = server.put(path, server.key(), "{\"reset\":true}").data();

            assertThat(first.get("is_default").asBoolean()).isTrue();
            assertThat(own.toString()).isEqualTo("{\"prompt\":\"be kind\",\"is_default\":false}");
            assertThat(reset).isEqualTo(first);
        }
    }

    @Test
    void nobody_gets_into_a_deleted_workspace() {
        try (TestServer server = TestServer.start(temp)) {
            String alice = server.agent("alice");
            server.get("/v1/agent", alice);

            assertThat(server.delete("/v1/workspace", server.key()).status()).isEqualTo(204);

            server.get("/v1/workspace", server.key()).refused(401, "unauthorized");
            server.get("/v1/agent", alice).refused(401, "agent_token_invalid");
            server.get("/v1/workspaces/by-name/default", null).refused(404, "workspace_not_found");
        }
    }

    @Test
    void activity_shows_what_was_said_newest_first() {
        try (TestServer server = TestServer.start(temp)) {
            String alice = server.agent("alice");
            server.post("/v1/channels/general/messages", alice, "{\"text\":\"one\"}");
            server.post("/v1/channels/general/messages", alice, "{\"text\":\"two\"}");

            JsonNode activity = server.get("/v1/activity", server.key()).data();

            assertThat(server.get("/v1/activity", server.key()).each("text"))
                    .containsExactly("two", "one");
            assertThat(activity.get(0).propertyNames())
                    .containsExactly(
                            "type", "id", "channel_name", "agent_name", "text", "created_at");
            assertThat(server.get("/v1/activity?limit=1", server.key()).data()).hasSize(1);
            server.get("/v1/activity", alice).refused(403, "forbidden");
        }
    }

    @Test
    void every_answer_to_a_caller_tells_what_is_left_of_the_limit() {
        HttpConfig usual = Config.DEFAULTS.http();
        HttpConfig three =
                new HttpConfig(
                        usual.maxBodyBytes(),
                        usual.maxHeaderBytes(),
                        usual.maxConnections(),
                        usual.idleTimeout(),
                        usual.headerTimeout(),
                        usual.minBytesPerSecond(),
                        3,
                        usual.wrongTokens());
        try (TestServer server = TestServer.start(temp, three)) {
            Reply first = server.get("/v1/agents/nobody", server.key());
            Reply refused =
                    IntStream.range(0, 10)
                            .mapToObj(_ -> server.get("/v1/workspace", server.key()))
                            .filter(reply -> reply.status() != 200)
                            .findFirst()
                            .orElseThrow();

            assertThat(first.status()).isEqualTo(404);
            assertThat(first.header("X-RateLimit-Limit")).isEqualTo("3");
            assertThat(first.header("X-RateLimit-Remaining")).isEqualTo("2");
            assertThat(Long.parseLong(first.header("X-RateLimit-Reset"))).isPositive();
            refused.refused(429, "rate_limit_exceeded");
            assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(1L, 60L);
            assertThat(refused.header("X-RateLimit-Remaining")).isEqualTo("0");
        }
    }
}
