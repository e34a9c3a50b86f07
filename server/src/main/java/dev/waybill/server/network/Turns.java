package dev.waybill.server.network;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.prompt.SessionPrompt;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Fates;
import dev.waybill.server.message.NetworkMail;
import dev.waybill.server.network.InboxTable.Waiting;
import dev.waybill.server.network.Queue.Loss;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Hands a session the next message of the network when it is ready for it: the one before is settled, and it is not in the
/// middle of something. Only what is wrapped gets through here.
final class Turns {
    private final Wire wire;
    private final InboxTable inbox;
    private final Queue queue;
    private final Deliveries deliveries;
    private final Fates fates;
    private final NetworkMail mail;
    private final Audit audit;
    private final int inFlight;

    Turns(
            Wire wire,
            InboxTable inbox,
            Queue queue,
            Deliveries deliveries,
            NetworkMail mail,
            Audit audit,
            int inFlight) {
        this.wire = wire;
        this.inbox = inbox;
        this.queue = queue;
        this.deliveries = deliveries;
        this.fates = deliveries.fates();
        this.mail = mail;
        this.audit = audit;
        this.inFlight = inFlight;
    }

    /// Puts on record what the session has got by now, and hands it what it is ready for.
    void advance(Tx tx, LocalPeer peer, Instant now) {
        int open = settle(tx, peer, now);
        if (open < inFlight && !deliveries.prompting(tx, peer.agent())) {
            hand(tx, peer, inFlight - open, now);
        }
    }

    /// Hands over what has just come, if the session is ready for it.
    void arrived(Tx tx, LocalPeer peer, Instant now) {
        long open = inbox.handedCount(tx, peer.session());
        if (open < inFlight && !deliveries.prompting(tx, peer.agent())) {
            hand(tx, peer, inFlight - (int) open, now);
        }
    }

    /// How many of those that were handed over are still to be settled.
    private int settle(Tx tx, LocalPeer peer, Instant now) {
        int open = 0;
        for (Waiting one : inbox.handed(tx, peer.session())) {
            MessageId message = one.handedAs();
            if (message == null || settle(tx, peer, one, message, now)) {
                continue;
            }
            open++;
        }
        return open;
    }

    private boolean settle(Tx tx, LocalPeer peer, Waiting one, MessageId message, Instant now) {
        switch (fates.of(tx, message, peer.agent())) {
            case OPEN -> {
                return false;
            }
            case DELIVERED -> delivered(tx, peer, one);
            case EXPIRED -> queue.drop(tx, peer, one, Loss.EXPIRED, now);
            case FAILED -> queue.drop(tx, peer, one, Loss.FAILED, now);
        }
        return true;
    }

    private void delivered(Tx tx, LocalPeer peer, Waiting one) {
        inbox.remove(tx, peer.session(), one.id());
        audit.keep(tx, one.received().as(Direction.DELIVERED).forSession(peer.session()));
    }

    /// Whether something has expired is asked again now. A mailbox without room is waited for.
    private void hand(Tx tx, LocalPeer peer, int atMost, Instant now) {
        int left = atMost;
        while (left > 0 && deliveries.hasRoom(tx, peer.agent(), now)) {
            Waiting one = inbox.oldest(tx, peer.session()).orElse(null);
            if (one == null) {
                return;
            }
            Envelope envelope = wire.read(one.envelope()).orElse(null);
            if (envelope == null) {
                queue.drop(tx, peer, one, Loss.UNREADABLE, now);
            } else if (Freshness.expired(envelope, now)) {
                queue.drop(tx, peer, one, Loss.EXPIRED, now);
            } else {
                hand(tx, peer, one, envelope);
                left--;
            }
        }
    }

    private void hand(Tx tx, LocalPeer peer, Waiting one, Envelope envelope) {
        Trust trust = one.trust().equals(Trust.VERIFIED.wire()) ? Trust.VERIFIED : Trust.UNTRUSTED;
        Long end = envelope.expiresAt();
        MessageId message =
                mail.post(
                        tx,
                        peer.workspace(),
                        peer.agent(),
                        SessionPrompt.of(envelope, trust),
                        data(peer, one.id(), envelope, trust),
                        end == null ? null : Instant.ofEpochSecond(end));
        inbox.hand(tx, peer.session(), one.id(), message);
    }

    /// What a program may act on without looking into the words. Names that are not plain are only in the wrapper.
    private static ObjectNode data(LocalPeer peer, long id, Envelope envelope, Trust trust) {
        ObjectNode data = Json.emptyObject();
        data.put("type", "network.message");
        data.put("session_id", peer.session());
        data.put("record_id", Long.toString(id));
        plain(data, "message_id", envelope.id());
        data.put("kind", envelope.kind().wire());
        data.put("channel", envelope.scope().channel().value());
        if (envelope.content() instanceof Content.Placed placed) {
            data.put("surface", placed.place().surface());
            switch (placed.place()) {
                case Place.InThread(var thread) -> data.put("thread_id", thread.value());
                case Place.InRoom(var room) -> data.put("direct_id", room.value());
            }
        }
        data.put("from", envelope.from().value());
        plain(data, "to", envelope.to());
        plain(data, "work_id", envelope.work());
        plain(data, "reply_to", envelope.links().replyTo());
        plain(data, "trace_id", envelope.links().traceId());
        plain(data, "causation_id", envelope.links().causationId());
        data.put("trust", trust.wire());
        return data;
    }

    private static void plain(ObjectNode data, String name, @Nullable Object value) {
        if (value != null && Names.isPlain(value.toString())) {
            data.put(name, value.toString());
        }
    }
}
