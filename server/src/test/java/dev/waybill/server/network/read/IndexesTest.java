package dev.waybill.server.network.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is counted for the status of the network is found by an index, as SQLite plans it.
class IndexesTest {
    @ParameterizedTest
    @CsvSource({
        "network_inbox_by_workspace, network_inbox where workspace_id = 1 and message_id is null",
        "network_work_open, network_work where workspace_id = 1 and terminal_at is null",
        "network_outbox_by_workspace, network_outbox where workspace_id = 1",
        "network_outbox_by_worker, network_outbox where worker = 1 and id > 7"
    })
    void counting_walks_an_index(String index, String rows, @TempDir Path temp) {
        try (TestStore store = TestStore.open(TestEngine.SQLITE, temp, StoreConfig.DEFAULTS)) {
            String query = "explain query plan select count(*) from " + rows;
            List<String> steps = store.database().read(tx -> tx.list(query, row -> row.text(4)));
            assertThat(steps).anySatisfy(step -> assertThat(step).contains(index));
        }
    }
}
