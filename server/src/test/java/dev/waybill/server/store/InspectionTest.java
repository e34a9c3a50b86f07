package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectionTest {
    @TempDir private Path data;

    @Test
    void it_sees_one_moment_while_others_write() {
        try (TestStore store = TestStore.open(TestEngine.SQLITE, data, StoreConfig.DEFAULTS);
                Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, data)) {
            store.database().write(tx -> TestStore.insert(tx, 1, "later"));

            assertThat(inspection.read(TestStore::count)).isEqualTo("0");
            assertThat(inspection.schema()).isEqualTo(Inspection.LATEST_SCHEMA);
            assertThat(inspection.damage(5)).isEmpty();
        }
    }

    @Test
    void a_copy_holds_what_was_written_before_it_began() {
        Path copy = data.resolve("copy.db");
        try (TestStore store = TestStore.open(TestEngine.SQLITE, data, StoreConfig.DEFAULTS)) {
            store.database().write(tx -> TestStore.insert(tx, 1, "before"));

            Inspection.copy(data, copy);
        }

        try (Inspection inspection = Inspection.sqlite(copy)) {
            assertThat(inspection.read(TestStore::count)).isEqualTo("1");
        }
    }

    @Test
    void a_reference_to_nothing_is_damage() throws Exception {
        TestStore.open(TestEngine.SQLITE, data, StoreConfig.DEFAULTS).close();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("waybill.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "insert into channel (id, workspace_id, name, created_at) values (1, 99, 'x', 0)");
        }

        try (Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, data)) {
            assertThat(inspection.damage(5))
                    .containsExactly("channel row 1 names a missing workspace");
        }
    }

    @Test
    void nothing_is_made_where_nothing_is() throws IOException {
        StoreException refusal =
                catchThrowableOfType(
                        StoreException.class,
                        () -> Inspection.open(StoreConfig.DEFAULTS, data).close());

        assertThat(refusal).hasMessageContaining("there is no database");
        try (var left = Files.list(data)) {
            assertThat(left).isEmpty();
        }
    }
}
