package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.workspace.Supplies;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after what goes on by itself: subscriptions that are behind, entries whose message was settled or waits for room,
/// and digests whose time has come. Rings carry no data; what was missed is found in the store a little later.
final class Rounds implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final Duration LOOK_AT_ALL = Duration.ofSeconds(5);
    private static final int AT_ONCE = 100;
    private static final int MOST_AGENTS = 10_000;

    private final Supplies supplies;
    private final EntryTable entries;
    private final ThreadTable threads = new ThreadTable();
    private final CatchUp catchUp;
    private final Digests digests;
    private final Settling settling;
    private final Crowding crowding;

    /// The agents with something in their mailbox, as far as it is known here.
    private final Set<AgentId> watched;

    /// Those whose inbox may be full.
    private final Set<AgentId> crowded;

    private final Set<AgentId> rung = ConcurrentHashMap.newKeySet();
    private final Semaphore bell = new Semaphore(0);
    private final Thread thread = Thread.ofPlatform().name("events").unstarted(this::run);
    private volatile boolean closed;

    Rounds(
            Supplies supplies,
            CatchUp catchUp,
            Digests digests,
            Settling settling,
            Crowding crowding,
            Set<AgentId> watched,
            Set<AgentId> crowded) {
        this.supplies = supplies;
        this.entries = new EntryTable(supplies.json());
        this.catchUp = catchUp;
        this.digests = digests;
        this.settling = settling;
        this.crowding = crowding;
        this.watched = watched;
        this.crowded = crowded;
    }

    void start() {
        thread.start();
    }

    /// There is something to read for a subscription.
    void ring() {
        bell.release();
    }

    /// Something in the agent's mailbox may have been settled. Costs nothing for agents that were told no event.
    void ring(AgentId agent) {
        if (watched.contains(agent) && rung.add(agent)) {
            bell.release();
        }
    }

    private void run() {
        try {
            long all = System.nanoTime() - LOOK_AT_ALL.toNanos();
            while (!closed) {
                boolean time = System.nanoTime() - all >= LOOK_AT_ALL.toNanos();
                look(time);
                all = time ? System.nanoTime() : all;
                var _ = bell.tryAcquire(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
                bell.drainPermits();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// One round; `all` looks also where nobody has rung.
    void look(boolean all) {
        guarded(this::read);
        guarded(this::tell);
        guarded(() -> settle(taken(rung)));
        for (AgentId agent : taken(crowded)) {
            guarded(() -> crowding.look(agent));
        }
        if (all) {
            guarded(() -> settle(changed()));
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (StoreException e) {
            LOG.warn("Events have to wait: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("Events have to wait");
        }
    }

    /// A page for each subscription in turn, until none has anything to read.
    private void read() {
        List<String> behind = catchUp.behind(AT_ONCE);
        while (!behind.isEmpty() && !closed) {
            boolean more = false;
            for (String one : behind) {
                if (closed) {
                    return;
                }
                more |= step(one);
            }
            List<String> next = catchUp.behind(AT_ONCE);
            behind = more || !next.equals(behind) ? next : List.of();
        }
    }

    /// One that cannot be dealt with rests, and is not in the way of those behind it.
    private boolean step(String subscription) {
        try {
            return catchUp.step(subscription).more();
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("subscription", subscription)
                    .setCause(e)
                    .log("A subscription has to wait");
            guarded(() -> catchUp.stop(subscription, e));
            return false;
        }
    }

    private void tell() {
        Instant now = supplies.clock().instant();
        if (supplies.database().read(tx -> threads.due(tx, now, 1)).isEmpty()) {
            return;
        }
        supplies.database()
                .write(
                        tx -> {
                            digests.tellDue(tx, AT_ONCE, now);
                            return true;
                        });
    }

    private static Set<AgentId> taken(Set<AgentId> from) {
        Set<AgentId> agents = new HashSet<>(from);
        from.removeAll(agents);
        return agents;
    }

    /// Those that nobody has rung for, as another server has heard of it.
    private Set<AgentId> changed() {
        Set<AgentId> unsettled =
                new HashSet<>(supplies.database().read(tx -> entries.unsettled(tx, MOST_AGENTS)));
        watched.retainAll(unsettled);
        watched.addAll(unsettled);
        return new HashSet<>(supplies.database().read(tx -> entries.toLookAt(tx, MOST_AGENTS)));
    }

    private void settle(Set<AgentId> agents) {
        for (AgentId agent : agents) {
            guarded(() -> settle(agent));
        }
    }

    private void settle(AgentId agent) {
        supplies.database()
                .write(
                        tx -> {
                            settling.look(tx, agent, supplies.clock().instant());
                            return true;
                        });
    }

    @Override
    public void close() {
        closed = true;
        bell.release();
        try {
            thread.join(LAST_WORDS.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
