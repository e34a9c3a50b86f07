package dev.waybill.server.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// PostgreSQL, reached over the network and possibly shared with other servers.
final class PostgresEngine implements Engine {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresEngine.class);
    private static final int CONNECT_SECONDS = 2;
    private static final int SILENCE_SECONDS = 10;
    private static final Duration POOL_WAIT = Duration.ofSeconds(2);

    private final PGSimpleDataSource source;
    private final StoreConfig config;
    private final HikariDataSource readers;

    PostgresEngine(DatabaseTarget.Postgres target, StoreConfig config) {
        this.source = source(target, config);
        this.config = config;
        new Migrations(patient(target), "postgres", PostgresEngine::fault).bringUpToDate();
        this.readers = new HikariDataSource(pool(source, config));
    }

    @Override
    public Session openWriter() {
        Session session = open();
        try {
            session.command("set synchronous_commit = on");
            session.command("set statement_timeout = " + config.writeTimeout().toMillis());
            warnWithoutFsync(session);
            session.beginByItself();
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    @Override
    public <T> T read(Deadline deadline, Work<ReadTx, T> work) {
        try (Session session =
                new Session(
                        Dialect.POSTGRES,
                        readers.getConnection(),
                        PostgresEngine::fault,
                        PostgresEngine::cancel)) {
            if (deadline.timeout().compareTo(config.readTimeout()) < 0) {
                session.command("set local statement_timeout = " + deadline.timeout().toMillis());
            }
            T found = work.in(new ReadTx(session, deadline));
            session.rethrowFailure();
            deadline.check();
            return found;
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    /// The driver sends `begin` together with the first statement.
    @Override
    public boolean isFarAway() {
        return true;
    }

    @Override
    public void begin(Session session) {}

    /// Not as a statement: the driver's own commit notices when the server answers it with a rollback.
    @Override
    public void commit(Session session) {
        session.commit();
    }

    @Override
    public void rollback(Session session) {
        session.rollback();
    }

    @Override
    public void protectNext(Session session) {
        session.command("release savepoint unit; savepoint unit");
    }

    @Override
    public void close() {
        readers.close();
    }

    static StoreException fault(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        String message = String.valueOf(e.getMessage());
        if (e.getCause() instanceof InterruptedException) {
            return new StoreException(
                    Kind.INTERRUPTED, "interrupted while waiting for a connection", e);
        }
        Kind kind = e instanceof SQLTransientConnectionException ? Kind.UNAVAILABLE : kind(state);
        return switch (kind) {
            case UNAVAILABLE ->
                    new StoreException(kind, "the database cannot be reached: " + message, e);
            case FULL ->
                    new StoreException(kind, "the database's disk is full; nothing was written", e);
            case TIMED_OUT ->
                    new StoreException(kind, "stopped at its deadline; nothing was written", e);
            default -> new StoreException(kind, message, e);
        };
    }

    static void cancel(Connection connection) throws SQLException {
        connection.unwrap(PGConnection.class).cancelQuery();
    }

    private Session open() {
        try {
            return new Session(
                    Dialect.POSTGRES,
                    source.getConnection(),
                    PostgresEngine::fault,
                    PostgresEngine::cancel);
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    private static Kind kind(String state) {
        return switch (state) {
            case "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25006", "53300" ->
                    Kind.UNAVAILABLE;
            case "53100" -> Kind.FULL;
            case "57014" -> Kind.TIMED_OUT;
            case "55P03", "40001", "40P01" -> Kind.BUSY;
            case "XX001", "XX002" -> Kind.CORRUPT;
            default -> {
                if (state.startsWith("08")) {
                    yield Kind.UNAVAILABLE;
                }
                yield state.startsWith("23") ? Kind.CONFLICT : Kind.FAULT;
            }
        };
    }

    private static void warnWithoutFsync(Session session) {
        String fsync =
                session.query("select current_setting('fsync')", row -> row.text(1)).getFirst();
        if (!fsync.equals("on")) {
            LOG.warn(
                    "this PostgreSQL runs with fsync={}: a power failure loses acknowledged messages",
                    fsync);
        }
    }

    /// Gives up on a server that fell silent, after longer than any statement may take.
    static PGSimpleDataSource source(DatabaseTarget.Postgres target, StoreConfig config) {
        PGSimpleDataSource source = patient(target);
        Duration longest =
                config.readTimeout().compareTo(config.writeTimeout()) > 0
                        ? config.readTimeout()
                        : config.writeTimeout();
        source.setSocketTimeout(Math.toIntExact(longest.toSeconds()) + SILENCE_SECONDS);
        return source;
    }

    /// Waits for as long as it takes, as a migration may.
    static PGSimpleDataSource patient(DatabaseTarget.Postgres target) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(target.jdbcUrl());
        if (target.user() != null) {
            source.setUser(target.user());
        }
        if (target.password() != null) {
            source.setPassword(target.password());
        }
        source.setApplicationName("waybill");
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setTcpKeepAlive(true);
        source.setCancelSignalTimeout(CONNECT_SECONDS);
        source.setReWriteBatchedInserts(true);
        return source;
    }

    private static HikariConfig pool(PGSimpleDataSource source, StoreConfig config) {
        HikariConfig pool = new HikariConfig();
        pool.setPoolName("store-readers");
        pool.setDataSource(source);
        pool.setMaximumPoolSize(config.readers());
        pool.setConnectionTimeout(POOL_WAIT.toMillis());
        pool.setInitializationFailTimeout(-1);
        pool.setAutoCommit(false);
        pool.setReadOnly(true);
        pool.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        pool.setConnectionInitSql("set statement_timeout = " + config.readTimeout().toMillis());
        pool.setIsolateInternalQueries(true); // otherwise the first read takes the setting back
        return pool;
    }
}
