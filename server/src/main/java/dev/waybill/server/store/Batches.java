package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs batches of callers, each batch one transaction.
///
/// A caller that fails loses its own work and nobody else's. Savepoints cost more than many a caller's work and failures
/// come in swarms, so callers run without them until one fails; then the batch is run again behind savepoints, and so are
/// the next ones. Where the database answers a failure by dropping the whole transaction, the others are run again without
/// the culprit.
final class Batches {
    private static final Logger LOG = LoggerFactory.getLogger(Batches.class);

    /// How many batches are run behind savepoints after a failure.
    private static final int CAREFUL_AFTER_FAILURE = 64;

    /// How long it may take to write what the callers have gathered.
    private static final Duration WRITING = Duration.ofSeconds(30);

    private final Engine engine;
    private final StoreMetrics metrics;
    private final Running running = new Running();
    private @Nullable Session session;
    private int careful;

    Batches(Engine engine, StoreMetrics metrics) {
        this.engine = engine;
        this.metrics = metrics;
    }

    void cancel(Pending<?> unit) {
        running.cancel(unit);
    }

    /// Settles every caller of the batch; throws nothing.
    void commit(List<Pending<?>> batch) {
        List<Pending<?>> waiting = new ArrayList<>(batch);
        while (!waiting.isEmpty()) {
            boolean reused = session != null;
            try {
                attempt(waiting);
            } catch (StoreException e) {
                dropSession();
                if (e.kind() == Kind.UNAVAILABLE && reused) {
                    // It may have died long ago; a new connection tells whether the database is
                    // there.
                    continue;
                }
                LOG.warn("a batch of {} writes failed: {}", waiting.size(), e.getMessage());
                fail(waiting, e);
            } catch (Throwable e) {
                // Whatever it is, the callers must hear of it and the thread must live on.
                LOG.error("a batch of {} writes failed", waiting.size(), e);
                dropSession();
                fail(
                        waiting,
                        new StoreException(Kind.UNKNOWN_OUTCOME, "the store failed: " + e, e));
            }
        }
    }

    void close() {
        dropSession();
    }

    /// Runs the callers and commits. Takes those out of `waiting` that are settled; the others must run again, because
    /// one's failure undid them.
    private void attempt(List<Pending<?>> waiting) {
        Session on = session();
        engine.begin(on);
        if (waiting.size() == 1 || careful > 0) {
            careful = Math.max(0, careful - 1);
            runApart(on, waiting);
        } else {
            runTogether(on, waiting);
        }
    }

    private void runTogether(Session on, List<Pending<?>> waiting) {
        try {
            if (engine.isFarAway()) {
                running.run(waiting, on, () -> lookUp(on, waiting));
            }
            waiting.forEach(unit -> running.run(unit, on));
            writeGathered(on);
        } catch (Throwable reason) {
            throwIfBroken(reason);
            careful = CAREFUL_AFTER_FAILURE;
            takeBack(on);
            return;
        }
        commit(on, waiting);
        waiting.clear();
    }

    private static void lookUp(Session on, List<Pending<?>> waiting) {
        Tx tx = new Tx(on, Deadline.in(WRITING), List.of());
        waiting.stream()
                .flatMap(unit -> unit.lookUps().stream())
                .collect(Collectors.groupingBy(Object::getClass, Collectors.toList()))
                .values()
                .stream()
                .sorted(Comparator.comparing(alike -> alike.getFirst().locks()))
                .forEach(alike -> alike.getFirst().together(tx, alike));
        on.rethrowFailure();
    }

    private static void writeGathered(Session on) {
        on.gathering().writeAll(new Tx(on, Deadline.in(WRITING), List.of()));
        on.rethrowFailure();
    }

    private void takeBack(Session on) {
        on.gathering().clear();
        try {
            engine.rollback(on);
        } catch (StoreException e) {
            LOG.debug("the transaction is gone: {}", e.getMessage());
            dropSession();
        }
    }

    private void runApart(Session on, List<Pending<?>> waiting) {
        List<Pending<?>> batch = List.copyOf(waiting);
        for (Pending<?> unit : batch) {
            if (batch.size() > 1) {
                protect(on, unit == batch.getFirst());
            }
            try {
                running.run(unit, on);
                writeGathered(on);
            } catch (Throwable reason) {
                throwIfBroken(reason);
                boolean undone = undo(on, batch.size());
                unit.fail(reason);
                waiting.remove(unit);
                if (!undone) {
                    dropSession();
                    return;
                }
            }
        }
        commit(on, waiting);
        waiting.clear();
    }

    private void commit(Session on, List<Pending<?>> done) {
        long start = System.nanoTime();
        try {
            engine.commit(on);
        } catch (StoreException e) {
            throw e.kind() == Kind.FULL
                    ? e
                    : new StoreException(
                            Kind.UNKNOWN_OUTCOME, "the commit failed: " + e.getMessage(), e);
        }
        if (!done.isEmpty()) {
            metrics.committed(done.size(), System.nanoTime() - start);
        }
        int writes = done.size();
        done.forEach(Pending::succeed);
        engine.committed(on, writes);
    }

    private void protect(Session on, boolean first) {
        if (first) {
            engine.protectFirst(on);
        } else {
            engine.protectNext(on);
        }
    }

    /// A connection that reports such a thing is not to be trusted with the next caller.
    private static void throwIfBroken(Throwable reason) {
        if (reason instanceof StoreException store && store.kind() == Kind.UNAVAILABLE) {
            throw store;
        }
    }

    /// Takes back one caller's work; false when the database has already dropped the whole transaction.
    private boolean undo(Session on, int batchSize) {
        on.gathering().clear();
        try {
            if (batchSize > 1) {
                engine.undo(on);
            } else {
                engine.rollback(on);
                engine.begin(on);
            }
            return true;
        } catch (StoreException e) {
            LOG.debug("the transaction is gone: {}", e.getMessage());
            return false;
        }
    }

    private Session session() {
        Session open = session;
        if (open == null) {
            open = engine.openWriter();
            session = open;
        }
        return open;
    }

    private void dropSession() {
        Session open = session;
        session = null;
        if (open != null) {
            try {
                open.close();
            } catch (RuntimeException e) {
                LOG.debug("closing a broken connection failed: {}", e.getMessage());
            }
        }
    }

    private static void fail(List<Pending<?>> batch, StoreException reason) {
        String message = String.valueOf(reason.getMessage());
        batch.forEach(unit -> unit.fail(new StoreException(reason.kind(), message, reason)));
        batch.clear();
    }
}
