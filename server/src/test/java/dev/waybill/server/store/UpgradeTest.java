package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What becomes of databases that earlier servers have made.
class UpgradeTest {
    private static final String SQLITE_SCHEMA =
            "select name || ': ' || sql from sqlite_schema where sql is not null order by 1";
    private static final String POSTGRES_SCHEMA =
            """
            select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default)
            from information_schema.columns where table_schema = current_schema()
            union all
            select replace(indexdef, current_schema() || '.', '') from pg_indexes where schemaname = current_schema()
            order by 1
            """;

    @TempDir private Path data;
    @TempDir private Path fresh;

    @ParameterizedTest
    @MethodSource("dev.waybill.server.store.OldDatabase#all")
    void every_value_is_kept_and_the_schema_is_that_of_a_new_database(OldDatabase old)
            throws SQLException {
        DatabaseTarget target = old.make(data);
        Kept before;
        try (Connection connection = OldDatabase.connect(target, data)) {
            Kept.fill(connection);
            before = Kept.of(connection);
        }
        DatabaseTarget newest = old.engine().freshDatabase();

        open(target, data);
        open(newest, fresh);

        assertThat(before.rows().values()).doesNotContain(List.of());
        try (Connection connection = OldDatabase.connect(target, data);
                Connection other = OldDatabase.connect(newest, fresh)) {
            assertThat(before.now(connection).rows()).isEqualTo(before.rows());
            assertThat(schema(old.engine(), connection)).isEqualTo(schema(old.engine(), other));
        }
    }

    @ParameterizedTest
    @EnumSource(TestEngine.class)
    void a_database_that_no_version_has_made_is_refused_and_left_as_it_is(TestEngine engine)
            throws SQLException {
        DatabaseTarget target = new OldDatabase(engine, 2, false).make(data);
        List<String> before;
        try (Connection connection = OldDatabase.connect(target, data);
                Statement statement = connection.createStatement()) {
            statement.execute("update schema_history set checksum = 1 where version = '2'");
            before = schema(engine, connection);
        }

        StoreException refusal =
                catchThrowableOfType(StoreException.class, () -> open(target, data));

        assertThat(refusal).hasMessageContaining("nothing was changed");
        try (Connection connection = OldDatabase.connect(target, data)) {
            assertThat(schema(engine, connection)).isEqualTo(before);
        }
    }

    private static void open(DatabaseTarget target, Path data) {
        TestStore.open(data, StoreConfig.DEFAULTS.withDatabase(target)).close();
    }

    private static List<String> schema(TestEngine engine, Connection connection)
            throws SQLException {
        String query =
                switch (engine) {
                    case SQLITE -> SQLITE_SCHEMA;
                    case POSTGRES -> POSTGRES_SCHEMA;
                };
        List<String> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                lines.add(result.getString(1));
            }
        }
        return lines;
    }
}
