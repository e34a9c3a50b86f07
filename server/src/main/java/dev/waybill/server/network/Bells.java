package dev.waybill.server.network;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after sessions when something about them may have changed: an acknowledgement, the end of a turn, time.
final class Bells implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Bells.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final int MOST_AT_ONCE = 10_000;

    private final Database database;
    private final InstantSource clock;
    private final Roster roster;
    private final InboxTable inbox;
    private final Turns turns;
    private final Set<AgentId> rung = ConcurrentHashMap.newKeySet();
    private final Semaphore bell = new Semaphore(0);
    private final Thread thread = Thread.ofPlatform().name("network-turns").unstarted(this::run);
    private volatile boolean closed;

    Bells(Database database, InstantSource clock, Roster roster, InboxTable inbox, Turns turns) {
        this.database = database;
        this.clock = clock;
        this.roster = roster;
        this.inbox = inbox;
        this.turns = turns;
    }

    void start() {
        thread.start();
    }

    /// Something of the agent's may have changed. Costs nothing for agents that are in no channel of the network.
    void ring(AgentId agent) {
        if (roster.has(agent) && rung.add(agent)) {
            bell.release();
        }
    }

    private void run() {
        try {
            long all = System.nanoTime();
            while (!closed) {
                var _ = bell.tryAcquire(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
                bell.drainPermits();
                boolean time = System.nanoTime() - all >= LOOK_AGAIN.toNanos();
                look(time);
                all = time ? System.nanoTime() : all;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// After those that were rung for, now and then at all for whom something waits.
    private void look(boolean all) {
        try {
            advance(rung());
            if (all) {
                advance(waiting());
            }
        } catch (StoreException e) {
            LOG.warn("Sessions of the network have to wait: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("Sessions of the network have to wait: {}", e.getClass().getName());
        }
    }

    private List<LocalPeer> rung() {
        Set<AgentId> agents = new HashSet<>(rung);
        rung.removeAll(agents);
        return roster.all().stream().filter(peer -> agents.contains(peer.agent())).toList();
    }

    private List<LocalPeer> waiting() {
        return database.read(tx -> inbox.sessions(tx, MOST_AT_ONCE)).stream()
                .flatMap(session -> roster.session(session).stream())
                .toList();
    }

    /// Together, and if that fails each by itself, so that one does not hold up the others.
    private void advance(List<LocalPeer> peers) {
        if (peers.isEmpty()) {
            return;
        }
        try {
            write(peers);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            if (peers.size() == 1) {
                throw e;
            }
            peers.forEach(peer -> look(peer));
        }
    }

    private void look(LocalPeer peer) {
        try {
            write(List.of(peer));
        } catch (RuntimeException e) {
            LOG.error(
                    "Session {} of the network has to wait: {}",
                    peer.session(),
                    e.getClass().getName());
        }
    }

    private void write(List<LocalPeer> peers) {
        database.write(
                tx -> {
                    Instant now = clock.instant();
                    peers.forEach(peer -> turns.advance(tx, peer, now));
                    return peers.size();
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
