package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TempStore;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// SQLite in one file of the data folder: write-ahead log, every commit synced to the disk.
final class SqliteEngine implements Engine {
    static final int BUSY_TIMEOUT_MILLIS = 5_000;

    /// 512 MB of log: then the writing thread copies it into the database itself, whatever became of [Checkpoints].
    private static final String CHECKPOINT_PAGES = "128000";

    private static final int CACHE_KIB = 65_536;

    private final SQLiteDataSource source;
    private final SqliteReaders readers;
    private final Checkpoints checkpoints;

    /// Closed after all connections: with any handle of a file the process lets go of its locks on it.
    private final FileChannel handle;

    SqliteEngine(Path file, int readerThreads, Lookout lookout) {
        SqliteFile.prepare(file);
        this.source = new SQLiteDataSource(config());
        source.setUrl("jdbc:sqlite:" + file);
        new Migrations(source, "sqlite", SqliteEngine::fault).bringUpToDate();
        this.handle = SqliteFile.open(file);
        this.readers = new SqliteReaders(readerThreads, this::openReader, lookout);
        this.checkpoints = new Checkpoints(() -> open(_ -> {}), this::sync);
        checkpoints.start();
    }

    @Override
    public Session openWriter() {
        return open(
                session -> {
                    requirePragma(session, "journal_mode", "wal");
                    requirePragma(session, "synchronous", "2");
                });
    }

    @Override
    public <T> T read(Deadline deadline, Work<ReadTx, T> work) {
        return readers.read(deadline, work);
    }

    @Override
    public boolean isFarAway() {
        return false;
    }

    /// `immediate` takes the write lock at once, so that no statement can fail for want of it later.
    @Override
    public void begin(Session session) {
        session.command("begin immediate");
    }

    @Override
    public void commit(Session session) {
        session.command("commit");
    }

    @Override
    public void committed(Session session, int writes) {
        checkpoints.committed(session, writes);
    }

    @Override
    public void rollback(Session session) {
        session.command("rollback");
    }

    @Override
    public void protectNext(Session session) {
        session.command("release savepoint unit");
        session.command("savepoint unit");
    }

    @Override
    public void close() {
        checkpoints.close();
        readers.close();
        SqliteFile.close(handle);
    }

    static StoreException fault(SQLException e) {
        SQLiteErrorCode code =
                e instanceof SQLiteException sqlite
                        ? sqlite.getResultCode()
                        : SQLiteErrorCode.UNKNOWN_ERROR;
        String name = code.name();
        if (code == SQLiteErrorCode.SQLITE_FULL || code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE) {
            return new StoreException(
                    Kind.FULL,
                    "the disk that holds the data folder is full; nothing was written",
                    e);
        }
        if (code == SQLiteErrorCode.SQLITE_INTERRUPT) {
            return new StoreException(
                    Kind.TIMED_OUT, "stopped at its deadline; nothing was written", e);
        }
        if (code == SQLiteErrorCode.SQLITE_READONLY_DBMOVED) {
            return new StoreException(
                    Kind.UNAVAILABLE,
                    "the database file was moved or removed while the server has it open",
                    e);
        }
        if (name.startsWith("SQLITE_READONLY")) {
            return new StoreException(
                    Kind.UNAVAILABLE, "the disk has become read-only: " + e.getMessage(), e);
        }
        if (name.startsWith("SQLITE_CONSTRAINT")) {
            return new StoreException(Kind.CONFLICT, String.valueOf(e.getMessage()), e);
        }
        if (name.startsWith("SQLITE_CORRUPT") || code == SQLiteErrorCode.SQLITE_NOTADB) {
            return new StoreException(
                    Kind.CORRUPT, "the database file is damaged: " + e.getMessage(), e);
        }
        if (name.startsWith("SQLITE_BUSY") || name.startsWith("SQLITE_LOCKED")) {
            return new StoreException(
                    Kind.BUSY, "another process holds the database: " + e.getMessage(), e);
        }
        if (name.startsWith("SQLITE_IOERR") || code == SQLiteErrorCode.SQLITE_CANTOPEN) {
            return new StoreException(Kind.UNAVAILABLE, "the disk failed: " + e.getMessage(), e);
        }
        return new StoreException(Kind.FAULT, String.valueOf(e.getMessage()), e);
    }

    static void cancel(Connection connection) throws SQLException {
        connection.unwrap(SQLiteConnection.class).getDatabase().interrupt();
    }

    private void sync() {
        try {
            handle.force(false);
        } catch (IOException e) {
            throw new StoreException(Kind.UNAVAILABLE, "the disk failed: " + e.getMessage(), e);
        }
    }

    private Session openReader() {
        return open(session -> session.command("pragma query_only = on"));
    }

    private Session open(Consumer<Session> setUp) {
        Session session;
        try {
            session =
                    new Session(
                            Dialect.SQLITE,
                            source.getConnection(),
                            SqliteEngine::fault,
                            SqliteEngine::cancel);
        } catch (SQLException e) {
            throw fault(e);
        }
        try {
            setUp.accept(session);
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /// A setting that did not take would weaken every promise made later, so it stops the start.
    private static void requirePragma(Session session, String pragma, String wanted) {
        String actual = session.query("pragma " + pragma, row -> row.text(1)).getFirst();
        if (!actual.equals(wanted)) {
            throw new StoreException(
                    Kind.FAULT,
                    "SQLite runs with " + pragma + "=" + actual + " instead of " + wanted);
        }
    }

    private static SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, CHECKPOINT_PAGES);
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        config.setCacheSize(-CACHE_KIB);
        config.setTempStore(TempStore.MEMORY);
        config.enforceForeignKeys(true);
        // Nobody asks for them, and the driver would run a query after every insert to have them
        // ready.
        config.setGetGeneratedKeys(false);
        return config;
    }
}
