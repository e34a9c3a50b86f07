package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One caller's work on its way through a queue: the caller waits, a store thread takes it up and settles it.
final class Pending<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Pending.class);

    /// How long a caller whose deadline passed while its work was running still waits for the truth.
    private static final Duration GRACE = Duration.ofSeconds(10);

    /// How often running work is asked to stop: a request between two statements goes unheard.
    private static final Duration ASK_AGAIN = Duration.ofMillis(50);

    private enum State {
        QUEUED,
        TAKEN,
        GIVEN_UP
    }

    private final Deadline deadline;
    private final List<LookUp> lookUps;
    private final BiFunction<Session, List<Runnable>, T> work;
    private final List<Runnable> afterCommit = new ArrayList<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
    private final CompletableFuture<T> outcome = new CompletableFuture<>();

    /// Opened when there is an outcome, or the deadline passed.
    private final CountDownLatch awake = new CountDownLatch(1);

    private Runnable handOver = () -> {};
    private volatile boolean unwanted;

    /// The work is given the list of what is to be done after the commit.
    Pending(Deadline deadline, BiFunction<Session, List<Runnable>, T> work) {
        this(deadline, List.of(), work);
    }

    Pending(Deadline deadline, List<LookUp> lookUps, BiFunction<Session, List<Runnable>, T> work) {
        this.deadline = deadline;
        this.lookUps = lookUps;
        this.work = work;
    }

    List<LookUp> lookUps() {
        return lookUps;
    }

    Deadline deadline() {
        return deadline;
    }

    /// Waits for the outcome. When the deadline passes while the work is running, `stop` is asked to end it.
    T await(Lookout lookout, Runnable stop) {
        lookout.watch(this);
        try {
            awake.await();
        } catch (InterruptedException _) {
            return awaitInterrupted(stop);
        } finally {
            lookout.leave(this);
        }
        return outcome.isDone() ? told() : awaitLate(stop);
    }

    void wakeIfLate() {
        if (deadline.passed()) {
            awake.countDown();
        }
    }

    /// Called by the store's thread before running; false when the caller has gone away.
    boolean take() {
        return state.compareAndSet(State.QUEUED, State.TAKEN);
    }

    void run(Session session) {
        if (unwanted) {
            throw interrupted();
        }
        deadline.check();
        afterCommit.clear();
        T result = work.apply(session, afterCommit);
        session.rethrowFailure();
        handOver =
                () -> {
                    outcome.complete(result);
                    awake.countDown();
                };
    }

    /// Does what is to be done after the commit and hands over what the last run returned.
    void succeed() {
        for (Runnable task : afterCommit) {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("a task after a commit failed", e);
            }
        }
        handOver.run();
    }

    /// Has `settled` told, by the store's thread, what became of the work; nobody awaits it then.
    void whenSettled(Settled<? super T> settled) {
        var _ =
                outcome.whenComplete(
                        (value, failure) -> {
                            if (failure == null) {
                                settled.done(value);
                            } else {
                                settled.failed(failure);
                            }
                        });
    }

    void fail(Throwable reason) {
        outcome.completeExceptionally(reason);
        awake.countDown();
    }

    private T told() {
        if (outcome.isCompletedExceptionally()) {
            throw thrown(outcome.exceptionNow());
        }
        return outcome.resultNow();
    }

    private T awaitLate(Runnable stop) {
        if (giveUp()) {
            throw deadline.timedOut("its turn did not come");
        }
        return awaitTruth(stop);
    }

    private boolean giveUp() {
        return state.compareAndSet(State.QUEUED, State.GIVEN_UP);
    }

    /// Work whose turn has come is awaited all the same, so that its caller learns what became of it.
    private T awaitInterrupted(Runnable stop) {
        try {
            if (giveUp()) {
                throw interrupted();
            }
            unwanted = true;
            return awaitTruth(stop);
        } finally {
            Thread.currentThread().interrupt();
        }
    }

    private T awaitTruth(Runnable stop) {
        long until = System.nanoTime() + GRACE.toNanos();
        boolean interrupted = false;
        try {
            while (System.nanoTime() < until) {
                stop.run();
                try {
                    return outcome.get(ASK_AGAIN.toNanos(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException _) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw thrown(e.getCause());
                } catch (TimeoutException _) {
                    // not yet
                }
            }
            throw new StoreException(
                    Kind.UNKNOWN_OUTCOME, "the commit has not been confirmed; it may still happen");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static StoreException interrupted() {
        return new StoreException(
                Kind.INTERRUPTED, "interrupted before its turn; nothing was written");
    }

    private static RuntimeException thrown(@Nullable Throwable reason) {
        return switch (reason) {
            case RuntimeException cause -> cause;
            case Error error -> throw error;
            case null, default ->
                    new IllegalStateException("work threw a checked exception", reason);
        };
    }
}
