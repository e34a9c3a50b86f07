package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.Trust;
import dev.waybill.server.network.OutboxTable.Outgoing;
import dev.waybill.server.network.transport.CarrierException;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What was taken to be sent goes to the carrier from here, under the same id until the carrier has it. A carrier that is
/// away for a while costs nothing but time.
final class Outbox implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);
    private static final int BATCH = 512;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final Duration FIRST_RETRY = Duration.ofMillis(250);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(15);
    private static final int MOST_DOUBLINGS = 6;

    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final Wire wire;
    private final Transport transport;
    private final Timeline timeline;
    private final Audit audit;
    private final Events events;
    private final OutboxTable table = new OutboxTable();
    private final Semaphore bell = new Semaphore(0);
    private final Thread thread = Thread.ofPlatform().name("network-outbox").unstarted(this::run);
    private volatile boolean closed;

    Outbox(
            Database database,
            Snowflakes ids,
            InstantSource clock,
            Wire wire,
            Transport transport,
            Timeline timeline,
            Audit audit,
            Events events) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.wire = wire;
        this.transport = transport;
        this.timeline = timeline;
        this.audit = audit;
        this.events = events;
    }

    void start() {
        thread.start();
    }

    /// Keeps it to be sent; the number it is kept under.
    long post(Tx tx, LocalPeer from, Letter letter, int openedWork, Instant now) {
        long id = ids.next();
        Timeline.Origin origin =
                new Timeline.Origin(
                        id, from.workspace(), Direction.SENT, from.session(), Trust.UNTRUSTED);
        timeline.keep(tx, letter, origin, openedWork, now);
        table.add(tx, id, from, wire.subjects().of(letter.envelope()), now);
        events.sent(tx, from, id, letter.envelope(), now);
        tx.afterCommit(bell::release);
        return id;
    }

    /// The carrier is there again: nothing waits any longer.
    void hurry() {
        Instant now = clock.instant();
        database.write(
                tx -> {
                    table.hurry(tx, now);
                    return true;
                });
        bell.release();
    }

    private void run() {
        try {
            while (!closed) {
                if (!round()) {
                    var _ = bell.tryAcquire(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
                    bell.drainPermits();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// False when there is nothing to do now.
    private boolean round() throws InterruptedException {
        try {
            Instant now = clock.instant();
            List<Outgoing> due = database.read(tx -> table.due(tx, now, BATCH));
            return !due.isEmpty() && publish(due, now);
        } catch (StoreException e) {
            LOG.warn("The network's outbox could not be read or written: {}", e.getMessage());
            return false;
        } catch (RuntimeException e) {
            LOG.error("The network's outbox has a fault", e);
            return false;
        }
    }

    private boolean publish(List<Outgoing> due, Instant now) throws InterruptedException {
        List<Ready> ready = new ArrayList<>();
        List<Ready> hopeless = new ArrayList<>();
        for (Outgoing one : due) {
            Ready next = ready(one, now);
            (hopeless(next, now) ? hopeless : ready).add(next);
        }
        giveUp(hopeless, now);
        try {
            transport.publish(ready.stream().map(Ready::parcel).toList());
        } catch (CarrierException e) {
            delay(ready, now, String.valueOf(e.getMessage()));
            return false;
        }
        sent(ready);
        return true;
    }

    /// One that goes out now.
    private record Ready(Outgoing outgoing, Letter letter) {
        Parcel parcel() {
            return new Parcel(outgoing.subject(), letter.text().getBytes(UTF_8), outgoing.key());
        }
    }

    /// What has waited so long that its receivers would take it for old is made again, unless it has an end of its own.
    private Ready ready(Outgoing one, Instant now) {
        Envelope envelope = wire.read(one.envelope());
        Duration age = Duration.between(Instant.ofEpochSecond(envelope.ts()), now);
        boolean old = age.compareTo(wire.freshness().window().dividedBy(2)) > 0;
        return old && envelope.expiresAt() == null
                ? new Ready(one, Letter.of(envelope.at(now.getEpochSecond()), wire))
                : new Ready(one, Letter.of(envelope, wire));
    }

    private boolean hopeless(Ready one, Instant now) {
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
            audit.keep(tx, about(one, Direction.SENT));
            if (!one.letter().text().equals(outgoing.envelope())) {
                timeline.restamp(tx, outgoing.id(), one.letter().text());
            }
        }
    }

    private void giveUp(List<Ready> all, Instant now) {
        if (all.isEmpty()) {
            return;
        }
        database.write(
                tx -> {
                    for (Ready one : all) {
                        if (table.done(tx, one.outgoing().id())) {
                            giveUp(tx, one, now);
                        }
                    }
                    return all.size();
                });
    }

    private void giveUp(Tx tx, Ready one, Instant now) {
        Envelope envelope = one.letter().envelope();
        String reason = Freshness.expired(envelope, now) ? "expired" : "publish_failed";
        String words =
                Freshness.expired(envelope, now)
                        ? "it expired before the carrier had it"
                        : "it is larger than the carrier takes";
        audit.keep(tx, about(one, Direction.REJECTED).because(reason, words));
        events.failed(tx, one.outgoing().workspace(), one.outgoing().id(), envelope, reason, now);
    }

    private void delay(List<Ready> all, Instant now, String trouble) {
        database.write(
                tx -> {
                    for (Ready one : all) {
                        Outgoing outgoing = one.outgoing();
                        table.delay(
                                tx, outgoing.id(), now.plus(pause(outgoing.attempts())), trouble);
                    }
                    return all.size();
                });
    }

    private static Duration pause(int attempts) {
        Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(attempts, MOST_DOUBLINGS));
        return pause.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : pause;
    }

    private static Decision about(Ready one, Direction direction) {
        return Decision.about(
                        one.outgoing().workspace(),
                        direction,
                        one.letter().envelope(),
                        one.letter().trace())
                .forSession(one.outgoing().session());
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
