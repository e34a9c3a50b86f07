package dev.waybill.server.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Who may open which source.
class SourceRightsTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @TempDir private Path temp;
    private WholeServer server;
    private String key;
    private String bob;

    @BeforeEach
    void start() {
        server = WholeServer.start(TestEngine.SQLITE, temp.resolve("data"));
        key = server.workspaceKey();
        bob = server.post("/v1/agents", key, "{\"name\":\"bob\"}").text("token");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static JsonNode plain(Reply reply) {
        assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
        return JSON.tree(reply.response().body());
    }

    private static void refused(Reply reply, int status, String code, String words) {
        JsonNode body = JSON.tree(reply.response().body());
        assertThat(reply.status()).as(reply.response().body()).isEqualTo(status);
        assertThat(body.path("code").asString()).isEqualTo(code);
        assertThat(body.path("error").asString()).contains(words);
    }

    @Test
    void an_agent_opens_nothing_that_is_read_with_a_credential() {
        String mails = "{\"sourceType\":\"email\",\"sourceKey\":\"x\"}";
        String polled =
                "{\"sourceType\":\"github_repo\",\"sourceKey\":\"o/r\",\"config\":{\"poll\":true}}";
        String followed =
                "{\"agentId\":\"bob\",\"providerOrKind\":\"github\",\"template\":\"repo\",\"config\":{\"poll\":true},\"templateArgs\":{\"owner\":\"o\",\"repo\":\"r\"}}";

        refused(server.post("/sources", bob, mails), 403, "forbidden", "only the owner");
        refused(server.post("/streams", bob, polled), 403, "forbidden", "only the owner");
        refused(server.post("/follow", bob, followed), 403, "forbidden", "only the owner");
        plain(server.post("/sources", bob, "{\"sourceType\":\"webhook\",\"sourceKey\":\"w\"}"));
        plain(server.post("/sources", bob, polled.replace("true", "false")));
        String opened = plain(server.post("/sources", key, mails)).path("sourceId").asString();
        assertThat(plain(server.post("/sources", bob, mails)).path("sourceId").asString())
                .isEqualTo(opened);
    }
}
