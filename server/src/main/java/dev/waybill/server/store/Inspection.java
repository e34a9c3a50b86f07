package dev.waybill.server.store;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.sqlite.SQLiteConfig;

/// A database as it is at one moment, for those who only look. Nothing is changed, not even an old schema, and a server may
/// be at work meanwhile.
public final class Inspection implements AutoCloseable {
    /// The schema that this server knows.
    public static final int LATEST_SCHEMA = Migrations.LATEST;

    /// Looking through everything takes as long as it takes.
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final Session session;
    private final Dialect dialect;

    private Inspection(Session session, Dialect dialect) {
        this.session = session;
        this.dialect = dialect;
    }

    public static Inspection open(StoreConfig config, Path data) {
        return switch (config.database()) {
            case DatabaseTarget.Sqlite _ -> sqlite(DataFolder.database(data));
            case DatabaseTarget.Postgres target -> postgres(target);
        };
    }

    /// The same of a SQLite file, wherever it lies.
    public static Inspection sqlite(Path file) {
        Session session = openFile(file);
        try {
            session.command("begin");
            // The moment is that of the first read.
            session.query("select count(*) from sqlite_schema", row -> row.number(1));
            return new Inspection(session, Dialect.SQLITE);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private static Inspection postgres(DatabaseTarget.Postgres target) {
        try {
            Session session =
                    new Session(
                            PostgresEngine.patient(target).getConnection(),
                            PostgresEngine::fault,
                            PostgresEngine::cancel);
            session.beginByItself();
            session.command("set transaction isolation level repeatable read, read only");
            return new Inspection(session, Dialect.POSTGRES);
        } catch (SQLException e) {
            throw PostgresEngine.fault(e);
        }
    }

    /// Writes the database of a data folder as it is now to a new file. Servers go on writing.
    public static void copy(Path data, Path target) {
        try (Session session = openFile(DataFolder.database(data))) {
            session.update("vacuum into ?", target.toString());
        }
    }

    public Dialect dialect() {
        return dialect;
    }

    /// The version of the schema; 0 where there is none.
    public int schema() {
        String tables =
                switch (dialect) {
                    case SQLITE ->
                            "select count(*) from sqlite_schema where name = 'schema_history'";
                    case POSTGRES ->
                            "select count(*) from pg_tables where tablename = 'schema_history'"
                                    + " and schemaname = current_schema()";
                };
        boolean known = session.query(tables, row -> row.number(1)).getFirst() > 0;
        return known ? session.query(Migrations.VERSION, row -> (int) row.number(1)).getFirst() : 0;
    }

    /// What is wrong with the pages, indexes and references of the file, some of it at least. PostgreSQL looks after its own.
    public List<String> damage(int most) {
        return switch (dialect) {
            case SQLITE -> damageOfFile(most);
            case POSTGRES -> List.of();
        };
    }

    public <T> T read(Work<ReadTx, T> work) {
        return work.in(new ReadTx(session, Deadline.in(PATIENCE)));
    }

    @Override
    public void close() {
        session.close();
    }

    private List<String> damageOfFile(int most) {
        List<String> pages =
                session.query("pragma integrity_check(" + most + ")", row -> row.text(1));
        return pages.equals(List.of("ok"))
                ? session.query(
                        "select \"table\" || ' row ' || coalesce(rowid, '?') || ' names a missing '"
                                + " || \"parent\" from pragma_foreign_key_check limit "
                                + most,
                        row -> row.text(1))
                : pages;
    }

    private static Session openFile(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new StoreException(Kind.UNAVAILABLE, "there is no database " + file);
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(SqliteEngine.BUSY_TIMEOUT_MILLIS);
        try {
            return new Session(
                    config.createConnection("jdbc:sqlite:" + file),
                    SqliteEngine::fault,
                    SqliteEngine::cancel);
        } catch (SQLException e) {
            throw SqliteEngine.fault(e);
        }
    }
}
