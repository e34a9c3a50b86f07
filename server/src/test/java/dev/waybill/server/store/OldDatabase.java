package dev.waybill.server.store;

import dev.waybill.server.config.DatabaseTarget;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.resolver.MigrationResolver;
import org.flywaydb.core.api.resolver.ResolvedMigration;

/// A database as a server of an earlier version has made it. Scripts 2 and 3 were edited when version 6 was the newest; `isEdited`
/// is one that those have made.
public record OldDatabase(TestEngine engine, int version, boolean isEdited) {
    private static final int EDITED_VERSION = 6;
    private static final List<Integer> EDITED_SCRIPTS = List.of(2, 3);

    /// All that are in use.
    public static Stream<OldDatabase> all() {
        return Stream.of(TestEngine.values())
                .flatMap(
                        engine ->
                                Stream.concat(
                                        IntStream.range(1, Migrations.LATEST)
                                                .mapToObj(
                                                        version ->
                                                                new OldDatabase(
                                                                        engine, version, false)),
                                        Stream.of(new OldDatabase(engine, EDITED_VERSION, true))));
    }

    /// Makes one without rows, in that data folder or on PostgreSQL.
    public DatabaseTarget make(Path data) {
        DatabaseTarget target = engine.freshDatabase();
        FluentConfiguration flyway =
                Flyway.configure()
                        .dataSource(url(target, data), null, null)
                        .table("schema_history")
                        .placeholderReplacement(false)
                        .target(Integer.toString(version));
        if (isEdited) {
            flyway.resolvers(edited()).skipDefaultResolvers(true);
        } else {
            flyway.locations("classpath:db/" + scripts());
        }
        flyway.load().migrate();
        return target;
    }

    public static Connection connect(DatabaseTarget target, Path data) throws SQLException {
        return DriverManager.getConnection(url(target, data));
    }

    private static String url(DatabaseTarget target, Path data) {
        return switch (target) {
            case DatabaseTarget.Sqlite _ -> "jdbc:sqlite:" + DataFolder.database(data);
            case DatabaseTarget.Postgres postgres ->
                    postgres.jdbcUrl() + "&user=" + postgres.user();
        };
    }

    private MigrationResolver edited() {
        List<ResolvedMigration> all =
                IntStream.rangeClosed(1, version)
                        .<ResolvedMigration>mapToObj(
                                number -> script(EDITED_SCRIPTS.contains(number), number))
                        .toList();
        return _ -> all;
    }

    private Script script(boolean edited, int number) {
        String folder = edited ? "edited/" + scripts() : scripts();
        return new Script(folder, number, Scripts.NAMES.get(number - 1));
    }

    private String scripts() {
        return switch (engine) {
            case SQLITE -> "sqlite";
            case POSTGRES -> "postgres";
        };
    }
}
