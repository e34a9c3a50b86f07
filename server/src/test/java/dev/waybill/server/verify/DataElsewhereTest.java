package dev.waybill.server.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataElsewhereTest {
    @TempDir private Path data;

    @Test
    void where_there_is_no_data_folder_nothing_is_said_of_files() {
        StoreConfig config = StoreConfig.DEFAULTS.withDatabase(TestEngine.POSTGRES.freshDatabase());
        try (TestStore store = TestStore.open(data, config)) {
            store.database().write(SoundWorld::write);

            List<Finding> findings =
                    new Verification(config, data.resolve("elsewhere")).run(_ -> {});

            assertThat(findings).allMatch(Finding::holds).hasSize(Verification.size() - 1);
        }
    }
}
