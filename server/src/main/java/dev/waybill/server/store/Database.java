package dev.waybill.server.store;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/// Everything Waybill keeps. Code reads like one transaction per caller and costs one fsync per batch of callers.
public final class Database implements AutoCloseable {
    private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(2);

    private final Engine engine;
    private final Writer writer;
    private final StoreConfig config;

    private final StoreMetrics metrics;
    private final Lookout lookout;

    private Database(
            Engine engine,
            Writer writer,
            Lookout lookout,
            StoreConfig config,
            StoreMetrics metrics) {
        this.engine = engine;
        this.writer = writer;
        this.lookout = lookout;
        this.config = config;
        this.metrics = metrics;
    }

    /// Opens the configured database and brings its schema up to date.
    public static Database open(StoreConfig config, DataFolder folder, MeterRegistry registry) {
        Lookout lookout = new Lookout();
        Engine engine =
                switch (config.database()) {
                    case DatabaseTarget.Sqlite _ ->
                            new SqliteEngine(folder.database(), config.readers(), lookout);
                    case DatabaseTarget.Postgres target -> new PostgresEngine(target, config);
                };
        StoreMetrics metrics = new StoreMetrics(registry);
        Writer writer =
                new Writer(
                        config.writeQueue(),
                        config.maxBatch(),
                        new Batches(engine, metrics),
                        lookout);
        metrics.watchQueue(writer::queued);
        lookout.start();
        writer.start();
        return new Database(engine, writer, lookout, config, metrics);
    }

    /// Runs the work in a transaction and returns once it is durable. When it throws, nothing has changed, unless the
    /// exception itself says that the outcome is unknown.
    public <T> T write(Work<Tx, T> work) {
        return write(config.writeTimeout(), work);
    }

    public <T> T write(Duration timeout, Work<Tx, T> work) {
        return writer.write(Deadline.in(timeout), work);
    }

    /// Hands the work over and returns; `settled` hears of it, on the thread that writes, and may not wait there. Works
    /// of one caller are run in the order they were handed over. Waits only while the queue is full.
    public <T> void submit(Work<Tx, T> work, Settled<? super T> settled) {
        writer.submit(Deadline.in(config.writeTimeout()), work, settled);
    }

    /// Runs the work on a snapshot; it never waits for a write.
    public <T> T read(Work<ReadTx, T> work) {
        return read(config.readTimeout(), work);
    }

    public <T> T read(Duration timeout, Work<ReadTx, T> work) {
        return engine.read(Deadline.in(timeout), work);
    }

    public Dialect dialect() {
        return switch (engine) {
            case SqliteEngine _ -> Dialect.SQLITE;
            case PostgresEngine _ -> Dialect.POSTGRES;
        };
    }

    /// Throws when the database does not answer, or its schema is not the one this server knows.
    public void check() {
        int version =
                read(CHECK_TIMEOUT, tx -> tx.first(Migrations.VERSION, row -> (int) row.number(1)))
                        .orElse(0);
        if (version != Migrations.LATEST) {
            throw new StoreException(Kind.FAULT, "the schema is at version " + version);
        }
    }

    /// How many callers wait for the writer.
    int queued() {
        return writer.queued();
    }

    /// How many transactions were committed so far.
    long commits() {
        return metrics.commits();
    }

    /// Finishes the writes that are queued, then closes every connection.
    @Override
    public void close() {
        writer.close();
        engine.close();
        lookout.close();
    }
}
