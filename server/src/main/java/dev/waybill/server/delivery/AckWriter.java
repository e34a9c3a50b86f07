package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Work;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes down what agents have acknowledged: many acks become one cursor, many agents one transaction.
///
/// An ack that is not written yet may be lost in a crash; then its deliveries go out once more.
public final class AckWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AckWriter.class);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    /// Of so much time, acks take one part.
    private static final int SHARE = 8;

    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(1);

    /// As mailboxes are held, so that no two servers wait for each other.
    private static final Comparator<Ack> IN_ORDER =
            Comparator.comparingLong(ack -> ack.agent().id().value());

    private static final String BEFORE = "select ack_seq from agent where id = ?";

    /// Another server may be about to write an ack of the agent, which was connected there before.
    private static final String BEFORE_ALONE = BEFORE + " for no key update";

    private static final String SETTLE =
            """
            update agent set ack_seq = ?, transport_seq = case when transport_seq < ? then ? else transport_seq end
            where id = ? and ack_seq < ?
            """;

    /// What arrived at an agent's own session has not arrived at the node that hosts it since.
    private static final String ARRIVE =
            "update agent set transport_seq = ? where id = ? and transport_seq < ? and node_id is null";

    private static final String KEEP =
            "insert into ack (agent_id, up_to_seq, at) values (?, ?, ?) on conflict do nothing";

    private final Database database;
    private final Ledger ledger;
    private final InstantSource clock;
    private final Map<AgentId, Ack> waiting = new HashMap<>();
    private final Map<AgentId, Ack> writing = new HashMap<>();
    private final Thread thread = Thread.ofPlatform().name("ack-writer").unstarted(this::run);
    private boolean closed;

    /// Up to where things are settled, up to where they have arrived, and when that may be written.
    private record Ack(Addressee agent, long settled, long arrived, long dueNanos) {
        Ack and(Ack more) {
            return new Ack(
                    more.agent,
                    Math.max(settled, more.settled),
                    Math.max(arrived, more.arrived),
                    Math.min(dueNanos, more.dueNanos));
        }
    }

    /// What is known of an agent and not written yet.
    record Noted(long settled, long arrived) {}

    public AckWriter(Database database, Ledger ledger, InstantSource clock) {
        this.database = database;
        this.ledger = ledger;
        this.clock = clock;
    }

    public void start() {
        thread.start();
    }

    /// `settles` is false where arriving is all that the ack tells.
    void note(Addressee agent, long upTo, boolean settles, Duration hold) {
        long due = System.nanoTime() + hold.toNanos();
        note(new Ack(agent, settles ? upTo : 0, upTo, due));
    }

    /// How far the agent has acknowledged without that being written yet; zeros when there is nothing to write.
    Noted noted(AgentId agent) {
        synchronized (waiting) {
            return Stream.of(waiting, writing)
                    .map(acks -> acks.get(agent))
                    .filter(Objects::nonNull)
                    .reduce(Ack::and)
                    .map(ack -> new Noted(ack.settled(), ack.arrived()))
                    .orElse(new Noted(0, 0));
        }
    }

    /// What was noted and not written settles nothing after all.
    void arrivedOnly(AgentId agent) {
        synchronized (waiting) {
            waiting.computeIfPresent(
                    agent, (_, ack) -> new Ack(ack.agent(), 0, ack.arrived(), ack.dueNanos()));
        }
    }

    /// Writes what is left.
    @Override
    public void close() {
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void note(Ack ack) {
        synchronized (waiting) {
            boolean asleep = waiting.isEmpty();
            waiting.merge(ack.agent().id(), ack, Ack::and);
            if (asleep) {
                waiting.notifyAll();
            }
        }
    }

    private void run() {
        try {
            boolean last = false;
            while (!last) {
                List<Ack> due = new ArrayList<>();
                last = awaitDue(due);
                write(due, last);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// True when it is time to stop; everything is due then.
    private boolean awaitDue(List<Ack> due) throws InterruptedException {
        synchronized (waiting) {
            writing.clear();
            while (true) {
                take(due);
                if (!due.isEmpty() || closed) {
                    return closed;
                }
                if (waiting.isEmpty()) {
                    waiting.wait();
                } else {
                    waiting.wait(PAUSE.toMillis());
                }
            }
        }
    }

    private void take(List<Ack> due) {
        long now = System.nanoTime();
        Iterator<Ack> all = waiting.values().iterator();
        while (all.hasNext()) {
            Ack ack = all.next();
            if (closed || ack.dueNanos() <= now) {
                due.add(ack);
                writing.put(ack.agent().id(), ack);
                all.remove();
            }
        }
        due.sort(IN_ORDER);
    }

    private void write(List<Ack> acks, boolean last) throws InterruptedException {
        if (acks.isEmpty()) {
            return;
        }
        try {
            long start = System.nanoTime();
            database.write(
                    Work.after(
                            List.of(MailboxLookUp.of(agents(acks))),
                            tx -> {
                                acks.forEach(ack -> write(tx, ack));
                                return acks.size();
                            }));
            Thread.sleep(last ? Duration.ZERO : pauseAfter(System.nanoTime() - start));
        } catch (StoreException e) {
            LOG.warn("{} acks could not be written: {}", acks.size(), e.getMessage());
            if (!last) {
                acks.forEach(this::note);
                Thread.sleep(PAUSE_AFTER_FAULT);
            }
        } catch (RuntimeException e) {
            LOG.error("{} acks are lost; what they were for goes out once more", acks.size(), e);
        }
    }

    private static Set<AgentId> agents(List<Ack> acks) {
        return acks.stream().map(ack -> ack.agent().id()).collect(Collectors.toSet());
    }

    /// The busier the store, the longer acks gather: what is one cursor then costs one write.
    private static Duration pauseAfter(long nanos) {
        Duration share = Duration.ofNanos(nanos).multipliedBy(SHARE);
        return share.compareTo(PAUSE) < 0
                ? PAUSE
                : share.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : share;
    }

    private void write(Tx tx, Ack ack) {
        AgentId agent = ack.agent().id();
        long settled = ack.settled();
        long before =
                settled == 0
                        ? 0
                        : tx.first(before(tx), row -> row.number(1), agent).orElse(settled);
        if (before < settled) {
            Instant now = clock.instant();
            tx.execute(SETTLE, settled, settled, settled, agent, settled);
            tx.insertAtEnd(KEEP, agent, settled, now);
            ledger.append(tx, ack.agent().workspace(), entry(ack, before, now));
        }
        if (ack.arrived() > settled || before >= settled) {
            tx.execute(ARRIVE, ack.arrived(), agent, ack.arrived());
        }
    }

    private static String before(Tx tx) {
        return tx.dialect().isShared() ? BEFORE_ALONE : BEFORE;
    }

    private static LedgerEntry entry(Ack ack, long before, Instant now) {
        ObjectNode payload = Json.emptyObject();
        payload.put("agent_id", ack.agent().id().text());
        payload.put("agent_name", ack.agent().name());
        payload.put("from_seq", before);
        payload.put("up_to_seq", ack.settled());
        return new LedgerEntry(
                "delivery.delivered",
                null,
                ack.agent().id(),
                ack.agent().id() + ":" + ack.settled(),
                payload,
                now);
    }
}
