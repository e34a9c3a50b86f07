package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.http.TestSocket;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A socket lives on one server; a message may come in at another on the same database.
@Timeout(120)
class OtherServerTest {
    @TempDir private Path folder;

    @Test
    void what_one_server_takes_reaches_sessions_and_observers_on_the_other() throws Exception {
        DatabaseTarget database = TestEngine.POSTGRES.freshDatabase();
        try (WholeServer first = start(database, 1);
                WholeServer second = start(database, 2);
                RelayApi here = new RelayApi(first.uri(""), first.workspaceKey());
                RelayApi there = new RelayApi(second.uri(""), first.workspaceKey())) {
            String alice = here.agent("alice");
            String bob = here.agent("bob");
            try (TestNode session = TestNode.session(there, bob);
                    TestSocket observer =
                            TestSocket.open(second.uri(""), "/v1/ws?token=" + there.key())) {
                for (int i = 1; i <= 3; i++) {
                    here.post(
                                    "/v1/dm",
                                    alice,
                                    "{\"to\":\"bob\",\"text\":\"number %d\"}".formatted(i))
                            .data();

                    JsonNode frame = session.deliveries("bob", 1).getFirst();
                    assertThat(frame.get("seq").asLong()).isEqualTo(i);
                    assertThat(frame.toString()).contains("number " + i);
                    assertThat(heard(observer, "number " + i)).isTrue();
                }
            }
        }
    }

    private static boolean heard(TestSocket observer, String text) throws InterruptedException {
        while (!observer.next().contains(text)) {
            // other things happen, too
        }
        return true;
    }

    private WholeServer start(DatabaseTarget database, int worker) {
        return WholeServer.start(
                database, worker, folder.resolve("server-" + worker), NatsConfig.DEFAULTS);
    }
}
