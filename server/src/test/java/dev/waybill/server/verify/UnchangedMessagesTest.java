package dev.waybill.server.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever changes in a message without having been written so is noticed.
class UnchangedMessagesTest {
    private static final int SAID = 3;

    private static final List<String> CHANGES =
            List.of(
                    "workspace_id = workspace_id + 1",
                    "channel_id = channel_id + 1",
                    "agent_id = agent_id + 1",
                    "thread_id = coalesce(thread_id, 0) + 1",
                    "text = text || '.'",
                    "blocks = coalesce(blocks, '') || ' '",
                    "metadata = metadata || ' '",
                    "mode = mode || ' '",
                    "attachments = coalesce(attachments, '') || ' '",
                    "delivery = coalesce(delivery, '') || ' '",
                    "idempotency_key = coalesce(idempotency_key, '') || ' '",
                    "checksum = checksum + 1");

    @TempDir private Path data;

    private static final class Undone extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest
    @EnumSource(TestEngine.class)
    void each_column_counts(TestEngine engine) {
        DatabaseTarget target = engine.freshDatabase();
        try (WholeServer server = WholeServer.start(target, 0, data, NatsConfig.DEFAULTS)) {
            say(server);
        }

        StoreConfig config = StoreConfig.DEFAULTS.withDatabase(target);
        try (TestStore store = TestStore.open(data, config)) {
            assertThat(broken(store, "text = text")).isEmpty();
            for (String change : CHANGES) {
                assertThat(broken(store, change)).as(change).hasSize(SAID);
            }
            assertThat(broken(store, "checksum = null, text = 'of an earlier version'")).isEmpty();
        }
    }

    private static void say(WholeServer server) {
        String messages =
                """
                {"messages":[
                  {"channel":"general","text":"plain"},
                  {"channel":"general","text":"Äöü 😀","blocks":[{"type":"divider"}],"data":{"a":[1,"ß"]},
                   "idempotency_key":"k1"},
                  {"to":"bob","text":"soon","ttl_ms":60000,"mode":"steer"}]}
                """;
        server.post("/v1/agents", server.workspaceKey(), "{\"name\":\"bob\"}").data();

        assertThat(server.post("/v1/messages/batch", server.agentToken(), messages).data())
                .hasSize(SAID)
                .allMatch(result -> result.path("ok").asBoolean());
    }

    /// What would be found after that change, which is undone.
    private static List<String> broken(TestStore store, String change) {
        List<String> found = new ArrayList<>();
        try {
            store.database()
                    .write(
                            tx -> {
                                tx.execute("update message set " + change);
                                found.addAll(UnchangedMessages.broken(tx));
                                throw new Undone();
                            });
        } catch (Undone _) {
            // as it is meant
        }
        return found;
    }
}
