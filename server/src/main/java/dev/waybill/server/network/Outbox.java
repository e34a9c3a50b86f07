package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.server.network.OutboxTable.Outgoing;
import dev.waybill.server.network.transport.CarrierException;
import dev.waybill.server.network.transport.Link;
import dev.waybill.server.network.transport.Parcel;
import dev.waybill.server.network.transport.Transport;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What was taken to be sent goes to the carrier from here, under the same id until the carrier has it. A carrier that is
/// away for a while costs nothing but time.
final class Outbox implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);
    private static final int BATCH = 512;
    private static final Duration FIRST_RETRY = Duration.ofMillis(250);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(15);
    private static final int MOST_DOUBLINGS = 6;

    private final Database database;
    private final int worker;
    private final InstantSource clock;
    private final Wire wire;
    private final Transport transport;
    private final Reunion reunion;
    private final Timeline timeline;
    private final Audit audit;
    private final Events events;
    private final OutboxTable table = new OutboxTable();
    private final Semaphore bell = new Semaphore(0);
    private final Thread thread = Thread.ofPlatform().name("network-outbox").unstarted(this::run);
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean closed;

    Outbox(
            Database database,
            int worker,
            InstantSource clock,
            Wire wire,
            Transport transport,
            Reunion reunion,
            Timeline timeline,
            Audit audit,
            Events events) {
        this.database = database;
        this.worker = worker;
        this.clock = clock;
        this.wire = wire;
        this.transport = transport;
        this.reunion = reunion;
        this.timeline = timeline;
        this.audit = audit;
        this.events = events;
    }

    void start() {
        thread.start();
    }

    /// Keeps it until the carrier has it.
    void add(Tx tx, long id, LocalPeer from, String subject, Instant now) {
        table.add(tx, id, from, subject, now, worker);
        tx.afterCommit(bell::release);
    }

    /// The carrier is there again: nothing waits any longer.
    void hurry() {
        failures.set(0);
        Instant now = clock.instant();
        database.write(
                tx -> {
                    table.hurry(tx, now);
                    return true;
                });
        bell.release();
    }

    /// There is something else to do.
    void wake() {
        bell.release();
    }

    private void run() {
        try {
            while (!closed) {
                if (!round()) {
                    var _ = bell.tryAcquire(pause().toMillis(), TimeUnit.MILLISECONDS);
                    bell.drainPermits();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// While the carrier is away everything waits, in its order, longer each time.
    private Duration pause() {
        Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(failures.get(), MOST_DOUBLINGS));
        return pause.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : pause;
    }

    /// False when there is nothing to do now.
    private boolean round() throws InterruptedException {
        try {
            Instant now = clock.instant();
            List<Outgoing> due = database.read(tx -> table.due(tx, worker, now, BATCH));
            return !due.isEmpty() && publish(due, now);
        } catch (StoreException e) {
            LOG.warn("The network's outbox could not be read or written: {}", e.getMessage());
            return false;
        } catch (RuntimeException e) {
            LOG.error("The network's outbox has a fault: {}", e.getClass().getName());
            return false;
        }
    }

    /// What would not be heard yet stays where it is.
    private boolean publish(List<Outgoing> due, Instant now) throws InterruptedException {
        List<Ready> ready = new ArrayList<>();
        List<Outgoing> hopeless = new ArrayList<>();
        for (Outgoing one : due) {
            Ready next = ready(one, now).filter(letter -> !isHopeless(letter, now)).orElse(null);
            if (next == null) {
                hopeless.add(one);
            } else if (reunion.complete(next.letter().envelope(), now)) {
                ready.add(next);
            }
        }
        giveUp(hopeless, now);
        return !ready.isEmpty() && publishSome(ready, now);
    }

    /// What cannot be published must not keep back what can: those that failed together are tried in halves, as long as
    /// the carrier is there. False when nothing went out.
    private boolean publishSome(List<Ready> some, Instant now) throws InterruptedException {
        try {
            transport.publish(some.stream().map(Ready::parcel).toList());
            sent(some);
            failures.set(0);
            return true;
        } catch (CarrierException e) {
            if (transport.link().state() != Link.State.CONNECTED) {
                failures.incrementAndGet();
                return false;
            }
            if (some.size() > 1) {
                int half = some.size() / 2;
                boolean first = publishSome(some.subList(0, half), now);
                return publishSome(some.subList(half, some.size()), now) || first;
            }
            Outgoing one = some.getFirst().outgoing();
            Duration pause =
                    FIRST_RETRY.multipliedBy(1L << Math.min(one.attempts(), MOST_DOUBLINGS));
            postpone(one, now.plus(pause), String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void postpone(Outgoing one, Instant until, String trouble) {
        database.write(
                tx -> {
                    table.delay(tx, one.id(), until, trouble);
                    return true;
                });
    }

    /// One that goes out now.
    private record Ready(Outgoing outgoing, Letter letter) {
        Parcel parcel() {
            return new Parcel(outgoing.subject(), letter.text().getBytes(UTF_8), outgoing.key());
        }
    }

    /// What has waited so long that its receivers would take it for old is made again, unless it has an end of its own.
    private Optional<Ready> ready(Outgoing one, Instant now) {
        return wire.read(one.envelope())
                .map(
                        envelope ->
                                isOld(envelope, now) ? envelope.at(now.getEpochSecond()) : envelope)
                .map(envelope -> new Ready(one, Letter.of(envelope, wire)));
    }

    private boolean isOld(Envelope envelope, Instant now) {
        Duration age = Duration.between(Instant.ofEpochSecond(envelope.ts()), now);
        return envelope.expiresAt() == null
                && age.compareTo(wire.freshness().window().dividedBy(2)) > 0;
    }

    private boolean isHopeless(Ready one, Instant now) {
        return Freshness.expired(one.letter().envelope(), now)
                || one.letter().trace().size() > transport.maxPayload();
    }

    private void sent(List<Ready> all) {
        database.write(
                tx -> {
                    all.forEach(one -> sent(tx, one));
                    return all.size();
                });
    }

    private void sent(Tx tx, Ready one) {
        Outgoing outgoing = one.outgoing();
        if (table.done(tx, outgoing.id())) {
            audit.keep(tx, outgoing.sent());
            if (!one.letter().text().equals(outgoing.envelope())) {
                timeline.restamp(tx, outgoing.id(), one.letter());
            }
        }
    }

    private void giveUp(List<Outgoing> all, Instant now) {
        if (all.isEmpty()) {
            return;
        }
        database.write(
                tx -> {
                    for (Outgoing one : all) {
                        if (table.done(tx, one.id())) {
                            giveUp(tx, one, now);
                        }
                    }
                    return all.size();
                });
    }

    private void giveUp(Tx tx, Outgoing one, Instant now) {
        boolean expired =
                wire.read(one.envelope())
                        .filter(envelope -> Freshness.expired(envelope, now))
                        .isPresent();
        String reason = expired ? "expired" : "publish_failed";
        String words =
                expired
                        ? "it expired before the carrier had it"
                        : "it is larger than the carrier takes, or of other settings";
        audit.keep(tx, one.sent().as(Direction.REJECTED).because(reason, words));
        events.failed(tx, one.id(), one.sent(), reason, now);
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
