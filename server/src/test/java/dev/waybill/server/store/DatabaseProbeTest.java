package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseProbeTest {
    @TempDir private Path temp;

    @Test
    void a_file_that_is_not_there_yet_will_be_created_but_not_by_looking() {
        assertThat(DatabaseProbe.look(StoreConfig.DEFAULTS, temp)).contains("will be created");
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void a_sound_file_is_called_sound_even_while_it_is_in_use() {
        try (TestStore _ = TestStore.open(TestEngine.SQLITE, temp, StoreConfig.DEFAULTS)) {
            assertThat(DatabaseProbe.look(StoreConfig.DEFAULTS, temp)).contains("sound");
        }
    }

    @Test
    void a_damaged_file_is_told() throws IOException {
        Files.writeString(
                temp.resolve("waybill.db"),
                "no database at all, but long enough to look like one".repeat(20));

        assertThatThrownBy(() -> DatabaseProbe.look(StoreConfig.DEFAULTS, temp))
                .hasMessageContaining("damaged");
    }

    @Test
    void a_postgres_that_answers_tells_its_version() {
        StoreConfig config =
                StoreConfig.DEFAULTS.withDatabase(TestPostgres.shared().freshDatabase());

        assertThat(DatabaseProbe.look(config, temp)).startsWith("PostgreSQL 18");
    }

    @Test
    void a_postgres_without_the_database_is_told() {
        DatabaseTarget target = TestPostgres.shared().database("nowhere");
        StoreConfig config = StoreConfig.DEFAULTS.withDatabase(target);

        assertThatThrownBy(() -> DatabaseProbe.look(config, temp)).hasMessageContaining("nowhere");
    }
}
