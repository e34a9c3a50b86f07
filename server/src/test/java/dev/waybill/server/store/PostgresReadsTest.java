package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresReadsTest {
    private static final String TIMEOUT = "select current_setting('statement_timeout')";

    @TempDir private Path temp;

    @Test
    void every_read_is_bounded_by_the_database_too() {
        try (TestStore store =
                TestStore.open(TestEngine.POSTGRES, temp.resolve("data"), StoreConfig.DEFAULTS)) {
            for (int i = 0; i < 3; i++) {
                String bound =
                        store.database()
                                .read(tx -> tx.list(TIMEOUT, row -> row.text(1)).getFirst());
                assertThat(bound).isEqualTo(StoreConfig.DEFAULTS.readTimeout().toSeconds() + "s");
            }
        }
    }
}
