package dev.waybill.server.follow;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.ledger.Ledger;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs followers, each on a thread of its own, and wakes them when the ledger of their workspace grows.
public final class Followers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Followers.class);

    /// How long an idle follower waits for the bell; another server may append, and its bell is not heard here.
    private static final Duration LOOK = Duration.ofSeconds(10);

    private static final Duration AFTER_FAULT = Duration.ofSeconds(2);

    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private boolean closed;

    public Followers(Ledger ledger) {
        ledger.onAppend(this::ring);
    }

    /// Nothing happens when one of that name runs already, or when all have been stopped.
    public synchronized void start(String name, WorkspaceId workspace, Follower follower) {
        Running fresh = new Running(name, workspace, follower);
        if (!closed && running.putIfAbsent(name, fresh) == null) {
            fresh.thread.start();
        }
    }

    public boolean runs(String name) {
        return running.containsKey(name);
    }

    /// Lets one look again at once, because something about it has changed.
    public void wake(String name) {
        Running sleeping = running.get(name);
        if (sleeping != null) {
            sleeping.bell.release();
        }
    }

    private void ring(WorkspaceId workspace) {
        for (Running each : running.values()) {
            if (each.workspace.equals(workspace) && each.bell.availablePermits() == 0) {
                each.bell.release();
            }
        }
    }

    /// Stops them all and waits until they have.
    @Override
    public void close() {
        stopStarting();
        running.values().forEach(each -> each.thread.interrupt());
        for (Running each : running.values()) {
            try {
                each.thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized void stopStarting() {
        closed = true;
    }

    /// One follower and its thread.
    private final class Running {
        private final String name;
        private final WorkspaceId workspace;
        private final Follower follower;
        private final Semaphore bell = new Semaphore(0);
        private final Thread thread;

        Running(String name, WorkspaceId workspace, Follower follower) {
            this.name = name;
            this.workspace = workspace;
            this.follower = follower;
            this.thread = Thread.ofVirtual().name("follower " + name).unstarted(this::run);
        }

        private void run() {
            try {
                boolean on = true;
                while (on && !Thread.currentThread().isInterrupted()) {
                    on = after(step());
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                running.remove(name, this);
            }
        }

        private Follower.Next step() throws InterruptedException {
            bell.drainPermits();
            try {
                return follower.step();
            } catch (RuntimeException e) {
                if (!Thread.currentThread().isInterrupted()) {
                    LOG.atWarn()
                            .addKeyValue("follower", name)
                            .setCause(e)
                            .log("A step along the ledger failed and will be repeated");
                }
                return new Follower.Next.Rest(AFTER_FAULT);
            }
        }

        /// False when it is over.
        private boolean after(Follower.Next next) throws InterruptedException {
            switch (next) {
                case Follower.Next.Again _ -> {}
                case Follower.Next.Idle _ -> bell.tryAcquire(LOOK.toNanos(), TimeUnit.NANOSECONDS);
                case Follower.Next.Rest(var pause) -> Thread.sleep(pause);
                case Follower.Next.End _ -> {
                    return false;
                }
            }
            return true;
        }
    }
}
