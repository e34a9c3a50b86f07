package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer.Reply;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Channels and who is in them, over HTTP.
class ChannelsApiTest {
    @TempDir private Path temp;
    private TestServer server;
    private String key;
    private String alice;
    private String bob;

    @BeforeEach
    void start() {
        server = TestServer.start(temp);
        key = server.key();
        alice = server.agent("alice");
        bob = server.agent("bob");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void who_creates_a_channel_owns_it() {
        Reply created =
                server.post(
                        "/v1/channels",
                        alice,
                        "{\"name\":\"ops\",\"topic\":\"t\",\"metadata\":{\"a\":1}}");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.data().propertyNames())
                .containsExactly(
                        "id",
                        "name",
                        "topic",
                        "metadata",
                        "created_by",
                        "created_at",
                        "is_archived",
                        "member_count");
        assertThat(created.data().get("member_count").asInt()).isEqualTo(1);
        JsonNode shown = server.get("/v1/channels/ops", bob).data();
        assertThat(shown.get("metadata").toString()).isEqualTo("{\"a\":1}");
        assertThat(shown.at("/members/0/agent_name").asString()).isEqualTo("alice");
        assertThat(shown.at("/members/0/role").asString()).isEqualTo("owner");
        assertThat(shown.at("/members/0/is_muted").asBoolean(true)).isFalse();
    }

    @Test
    void a_channel_made_with_the_workspace_key_is_empty() {
        JsonNode created = server.post("/v1/channels", key, "{\"name\":\"ops\"}").data();

        assertThat(created.get("created_by").isNull()).isTrue();
        assertThat(created.get("topic").isNull()).isTrue();
        assertThat(server.get("/v1/channels/ops/members", key).data()).isEmpty();
    }

    @Test
    void a_name_is_given_once() {
        server.post("/v1/channels", alice, "{\"name\":\"general\"}")
                .refused(409, "channel_already_exists");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Ops", "-ops", "o ps", "#ops", "dm_1", "ö"})
    void a_name_that_will_not_do_is_refused(String name) {
        server.post("/v1/channels", alice, "{\"name\":\"" + name + "\"}")
                .refused(400, "invalid_channel_name");
    }

    @Test
    void an_archived_channel_can_be_read_and_not_used() {
        server.post("/v1/channels", alice, "{\"name\":\"ops\"}");

        assertThat(server.delete("/v1/channels/ops", bob).status()).isEqualTo(204);
        assertThat(server.delete("/v1/channels/ops", bob).status()).isEqualTo(204);

        assertThat(server.get("/v1/channels", key).each("name")).containsExactly("general");
        assertThat(server.get("/v1/channels?include_archived=true", key).each("name"))
                .containsExactly("general", "ops");
        assertThat(server.get("/v1/channels/ops", key).data().get("is_archived").asBoolean())
                .isTrue();
        server.post("/v1/channels/ops/join", bob).refused(400, "channel_archived");
        server.post("/v1/channels/ops/invite", alice, "{\"agent_name\":\"bob\"}")
                .refused(400, "channel_archived");
        server.patch("/v1/channels/ops", alice, "{\"topic\":\"x\"}")
                .refused(400, "channel_archived");
        server.patch("/v1/channels/ops/topic", alice, "{\"topic\":\"x\"}")
                .refused(400, "channel_archived");
        server.delete("/v1/channels/general", key).refused(400, "cannot_archive_general");
    }

    @Test
    void topic_and_metadata_are_changed_in_parts() {
        server.post("/v1/channels", alice, "{\"name\":\"ops\",\"topic\":\"t\"}");

        JsonNode changed = server.patch("/v1/channels/ops", bob, "{\"metadata\":{\"a\":1}}").data();
        JsonNode cleared = server.patch("/v1/channels/ops/topic", key, "{\"topic\":null}").data();

        assertThat(changed.get("topic").asString()).isEqualTo("t");
        assertThat(cleared.get("topic").isNull()).isTrue();
        assertThat(cleared.get("metadata").toString()).isEqualTo("{\"a\":1}");
    }

    @Test
    void agents_join_and_leave() {
        server.post("/v1/channels", alice, "{\"name\":\"ops\"}");

        JsonNode first = server.post("/v1/channels/ops/join", bob).data();
        JsonNode second = server.post("/v1/channels/ops/join", bob).data();

        assertThat(first.get("already_member").asBoolean(true)).isFalse();
        assertThat(second.get("already_member").asBoolean()).isTrue();
        assertThat(second.get("channel").asString()).isEqualTo("ops");
        assertThat(server.get("/v1/channels/ops/members", alice).each("agent_name"))
                .containsExactly("alice", "bob");
        assertThat(server.post("/v1/channels/ops/leave", bob).status()).isEqualTo(204);
        assertThat(server.post("/v1/channels/ops/leave", bob).status()).isEqualTo(204);
        assertThat(server.get("/v1/channels/ops", bob).data().get("member_count").asInt())
                .isEqualTo(1);
        server.post("/v1/channels/ops/join", key).refused(403, "agent_token_required");
    }

    @Test
    void only_members_invite() {
        server.post("/v1/channels", alice, "{\"name\":\"ops\"}");

        server.post("/v1/channels/ops/invite", bob, "{\"agent_name\":\"bob\"}")
                .refused(403, "not_a_member");
        server.post("/v1/channels/ops/invite", alice, "{\"agent_name\":\"carol\"}")
                .refused(404, "agent_not_found");
        JsonNode invited =
                server.post("/v1/channels/ops/invite", alice, "{\"agent_name\":\"bob\"}").data();

        assertThat(invited.toString()).isEqualTo("{\"channel\":\"ops\",\"agent\":\"bob\"}");
        server.post("/v1/channels/ops/invite", key, "{\"agent_name\":\"bob\"}")
                .refused(403, "agent_token_required");
    }

    @Test
    void a_muted_channel_delivers_nothing_until_it_is_heard_again() {
        assertThat(server.post("/v1/channels/general/mute", bob).data().get("muted").asBoolean())
                .isTrue();
        server.post("/v1/channels/general/messages", alice, "{\"text\":\"one\"}");
        JsonNode heard = server.post("/v1/channels/general/unmute", bob).data();
        server.post("/v1/channels/general/messages", alice, "{\"text\":\"two\"}");

        assertThat(heard.get("muted").asBoolean(true)).isFalse();
        assertThat(server.get("/v1/agent", bob).data().get("pending_deliveries")).hasSize(1);
        server.post("/v1/channels", alice, "{\"name\":\"ops\"}");
        server.post("/v1/channels/ops/mute", bob).refused(403, "not_a_member");
    }

    @Test
    void a_channel_that_is_not_there_is_not_found() {
        server.get("/v1/channels/no", bob).refused(404, "channel_not_found");
        server.get("/v1/channels/no/members", bob).refused(404, "channel_not_found");
        server.patch("/v1/channels/no", bob, "{}").refused(404, "channel_not_found");
        server.delete("/v1/channels/no", bob).refused(404, "channel_not_found");
        server.post("/v1/channels/no/join", bob).refused(404, "channel_not_found");
        server.post("/v1/channels/no/leave", bob).refused(404, "channel_not_found");
        server.post("/v1/channels/no/mute", bob).refused(404, "channel_not_found");
    }
}
