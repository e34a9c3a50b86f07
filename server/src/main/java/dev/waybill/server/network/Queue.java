package dev.waybill.server.network;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.work.Receipts;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.network.InboxTable.Waiting;
import dev.waybill.server.store.Tx;
import java.time.Instant;

/// What waits for each session, bounded: the newest stays, and of what has to go everybody concerned is told.
final class Queue {
    private final Wire wire;
    private final Names names;
    private final InboxTable inbox;
    private final Outbox outbox;
    private final Audit audit;
    private final Events events;
    private final Tally tally;
    private final Waits<String> arrivals;
    private final int depth;

    Queue(
            Wire wire,
            Names names,
            InboxTable inbox,
            Outbox outbox,
            Audit audit,
            Events events,
            Tally tally,
            Waits<String> arrivals,
            int depth) {
        this.wire = wire;
        this.names = names;
        this.inbox = inbox;
        this.outbox = outbox;
        this.audit = audit;
        this.events = events;
        this.tally = tally;
        this.arrivals = arrivals;
        this.depth = depth;
    }

    void add(Tx tx, LocalPeer peer, long id, Envelope envelope, Instant now) {
        if (!inbox.add(tx, peer, id, envelope.expiresAt())) {
            return;
        }
        tx.afterCommit(() -> arrivals.ring(peer.session()));
        if (inbox.queued(tx, peer.session()) > depth) {
            inbox.oldest(tx, peer.session())
                    .ifPresent(oldest -> drop(tx, peer, oldest, Loss.OVERFLOW, now));
        }
    }

    /// Why a session does not get what was accepted for it.
    enum Loss {
        OVERFLOW(
                "queue_overflow", "the queue was full, and this the oldest in it", ReasonCode.BUSY),
        EXPIRED("expired", "it expired before the session was ready", ReasonCode.EXPIRED),
        FAILED("delivery_failed", "the session did not take it", ReasonCode.INTERNAL),
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
        Letter letter = Letter.of(wire.read(waiting.envelope()), wire);
        inbox.remove(tx, peer.session(), waiting.id());
        audit.keep(
                tx,
                Decision.about(
                                peer.workspace(),
                                Direction.REJECTED,
                                letter.envelope(),
                                letter.trace())
                        .forSession(peer.session())
                        .because(loss.reason, loss.words));
        events.dropped(tx, peer, waiting.id(), letter.envelope(), loss.reason, now);
        receipt(tx, peer, letter.envelope(), loss.code, now);
        tx.afterCommit(tally::dropped);
    }

    private void receipt(Tx tx, LocalPeer peer, Envelope envelope, ReasonCode code, Instant now) {
        Receipts.about(envelope, code, names.message(), now.getEpochSecond())
                .ifPresent(receipt -> outbox.post(tx, peer, Letter.of(receipt, wire), 0, now));
    }
}
