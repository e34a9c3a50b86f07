package dev.waybill.server.network;

import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.work.Receipts;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.network.InboxTable.Arrival;
import dev.waybill.server.network.InboxTable.Waiting;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What waits for each session, bounded: the newest stays, and of what has to go everybody concerned is told.
final class Queue {
    /// Other servers put into the same queues, so that it is counted again now and then.
    private static final int COUNT_AGAIN = 32;

    private final Wire wire;
    private final Names names;
    private final InboxTable inbox;
    private final Mailroom mailroom;
    private final Audit audit;
    private final Events events;
    private final Tally tally;
    private final Waits<String> arrivals;
    private final int depth;

    /// How many there may be in each queue; only the thread that writes looks here.
    private final Map<String, Guess> guesses = new HashMap<>();

    /// @param unseen how many were added since it was counted
    private record Guess(long size, int unseen) {}

    Queue(
            Wire wire,
            Names names,
            InboxTable inbox,
            Mailroom mailroom,
            Audit audit,
            Events events,
            Tally tally,
            Waits<String> arrivals,
            int depth) {
        this.wire = wire;
        this.names = names;
        this.inbox = inbox;
        this.mailroom = mailroom;
        this.audit = audit;
        this.events = events;
        this.tally = tally;
        this.arrivals = arrivals;
        this.depth = depth;
    }

    void add(Tx tx, LocalPeer peer, List<Arrival> all, Instant now) {
        inbox.add(tx, peer, all);
        tx.afterCommit(() -> arrivals.ring(peer.session()));
        int queued = (int) all.stream().filter(one -> one.handedAs() == null).count();
        int tooMany = queued == 0 ? 0 : tooMany(tx, peer.session(), queued);
        if (tooMany > 0) {
            inbox.waiting(tx, peer.session(), tooMany)
                    .forEach(oldest -> drop(tx, peer, oldest, Loss.OVERFLOW, now));
        }
    }

    /// Counts only when there may be too many.
    private int tooMany(Tx tx, String session, int more) {
        Guess before = guesses.getOrDefault(session, new Guess(depth, 0));
        Guess guess = new Guess(before.size() + more, before.unseen() + more);
        if (guess.size() > depth || guess.unseen() >= COUNT_AGAIN) {
            guess = new Guess(inbox.queued(tx, session), 0);
        }
        guesses.put(session, guess);
        return (int) Math.max(0, guess.size() - depth);
    }

    /// The session is gone.
    void left(String session) {
        guesses.remove(session);
    }

    /// Why a session does not get what was accepted for it.
    enum Loss {
        OVERFLOW(
                "queue_overflow", "the queue was full, and this the oldest in it", ReasonCode.BUSY),
        EXPIRED("expired", "it expired before the session was ready", ReasonCode.EXPIRED),
        FAILED("delivery_failed", "the session did not take it", ReasonCode.INTERNAL),
        UNREADABLE("unreadable", "it was taken under other settings", ReasonCode.INTERNAL),
        LEFT("session_left", "the session left before it was ready", ReasonCode.NOT_FOUND);

        private final String reason;
        private final String words;
        private final ReasonCode code;

        Loss(String reason, String words, ReasonCode code) {
            this.reason = reason;
            this.words = words;
            this.code = code;
        }
    }

    /// Takes it out of the queue, puts that on record, and tells the sender if it was directed work.
    void drop(Tx tx, LocalPeer peer, Waiting waiting, Loss loss, Instant now) {
        drop(tx, peer, waiting.id(), waiting.received(), loss, now);
    }

    void drop(Tx tx, LocalPeer peer, long id, Decision about, Loss loss, Instant now) {
        inbox.remove(tx, peer.session(), List.of(id));
        audit.keep(
                tx,
                about.as(Direction.REJECTED)
                        .forSession(peer.session())
                        .because(loss.reason, loss.words));
        events.dropped(tx, peer, id, about, loss.reason, now);
        if (about.to() != null && about.work() != null) {
            inbox.envelope(tx, id)
                    .flatMap(wire::read)
                    .flatMap(
                            envelope ->
                                    Receipts.about(
                                            envelope,
                                            loss.code,
                                            names.message(),
                                            now.getEpochSecond()))
                    .ifPresent(receipt -> mailroom.answer(tx, peer, receipt, now));
        }
        tx.afterCommit(tally::dropped);
    }
}
