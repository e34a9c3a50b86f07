package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Agents and workspaces that are taken away take their connections with them.
@Timeout(60)
class DepartureTest {
    @TempDir private Path folder;

    private RelayApi api;
    private JsonNode box;

    @BeforeEach
    void start() {
        api = RelayApi.start(folder);
        box = api.node("box");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void a_removed_agent_does_not_speak_through_its_host_any_more() throws Exception {
        try (TestNode broker = TestNode.broker(api, box)) {
            broker.host("w1");
            assertThat(sending(broker).get("type").asString()).isEqualTo("reply");

            assertThat(api.send("DELETE", "/v1/agents/w1", api.key(), null).status())
                    .isEqualTo(204);

            long until = System.nanoTime() + 10_000_000_000L;
            JsonNode answer = sending(broker);
            while (!answer.get("type").asString().equals("error")) {
                assertThat(System.nanoTime()).as("it is silenced in time").isLessThan(until);
                answer = sending(broker);
            }
            assertThat(answer.get("code").asString()).isEqualTo("agent_not_found");
        }
    }

    @Test
    void every_connection_into_a_deleted_workspace_is_closed() throws Exception {
        try (TestNode session = TestNode.session(api, api.agent("bob"));
                TestNode broker = TestNode.broker(api, box)) {
            assertThat(api.send("DELETE", "/v1/workspace", api.key(), null).status())
                    .isEqualTo(204);

            assertThat(session.socket().closed()).isEqualTo(1000);
            assertThat(broker.socket().closed()).isEqualTo(1000);
        }
    }

    private static JsonNode sending(TestNode broker) throws InterruptedException {
        return broker.ask(
                TestNode.frame("message.send")
                        .put("from", "w1")
                        .put("channel", "general")
                        .put("text", "here"));
    }
}
