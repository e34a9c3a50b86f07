package dev.waybill.server.observe;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/// Runs a task when woken, never twice at once, and once more if it was woken meanwhile. No thread waits in between.
final class Turns {
    private enum State {
        IDLE,
        RUNNING,
        AGAIN
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final Executor threads;
    private final Runnable task;

    Turns(Executor threads, Runnable task) {
        this.threads = threads;
        this.task = task;
    }

    /// Quick; may be called from any thread.
    void wake() {
        State before = state.getAndUpdate(now -> now == State.IDLE ? State.RUNNING : State.AGAIN);
        if (before == State.IDLE) {
            threads.execute(this::run);
        }
    }

    private void run() {
        do {
            state.set(State.RUNNING);
            task.run();
        } while (!state.compareAndSet(State.RUNNING, State.IDLE));
    }
}
