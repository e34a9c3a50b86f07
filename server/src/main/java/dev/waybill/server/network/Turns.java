package dev.waybill.server.network;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Fates;
import dev.waybill.server.delivery.Fates.Fate;
import dev.waybill.server.message.NetworkMail;
import dev.waybill.server.network.Drawer.Turn;
import dev.waybill.server.network.InboxTable.Arrival;
import dev.waybill.server.network.InboxTable.Handed;
import dev.waybill.server.network.InboxTable.State;
import dev.waybill.server.network.Queue.Loss;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Hands a session the next messages of the network when it is ready for them: those before are settled, and it is not in the
/// middle of something. Only what is wrapped gets through here.
final class Turns {
    private final InboxTable inbox;
    private final Drawer drawer;
    private final Queue queue;
    private final Deliveries deliveries;
    private final Fates fates;
    private final NetworkMail mail;
    private final Audit audit;
    private final int inFlight;

    Turns(
            InboxTable inbox,
            Drawer drawer,
            Queue queue,
            Deliveries deliveries,
            NetworkMail mail,
            Audit audit,
            int inFlight) {
        this.inbox = inbox;
        this.drawer = drawer;
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

    /// Something has come for the session. It is looked after once, when all that comes with it is decided about.
    void arrived(Tx tx, LocalPeer peer, Ready ready, Instant now) {
        drawer.keep(ready);
        tx.atEnd(Arrivals.class, () -> new Arrivals(tx, now))
                .all
                .computeIfAbsent(peer.session(), _ -> new Come(peer, new ArrayList<>()))
                .messages()
                .add(ready);
    }

    private record Come(LocalPeer peer, List<Ready> messages) {}

    /// What has come in one piece of work, for each session in its order.
    private final class Arrivals implements Runnable {
        private final Tx tx;
        private final Instant now;
        private final Map<String, Come> all = new LinkedHashMap<>();

        private Arrivals(Tx tx, Instant now) {
            this.tx = tx;
            this.now = now;
        }

        @Override
        public void run() {
            all.values().forEach(one -> admit(tx, one.peer(), one.messages(), now));
        }
    }

    /// Where nothing waits before it, what has come is handed over at once, as far as the session is ready for it. The
    /// rest waits.
    private void admit(Tx tx, LocalPeer peer, List<Ready> arrived, Instant now) {
        State state = inbox.state(tx, peer.session());
        int free = (int) Math.max(0, inFlight - state.handed());
        boolean ready = free > 0 && !deliveries.prompting(tx, peer.agent());
        boolean next =
                ready && !state.queued() && arrived.stream().noneMatch(one -> one.isOver(now));
        List<Ready> atOnce =
                next ? arrived.subList(0, fitting(tx, peer, arrived, free, now)) : List.of();
        List<MessageId> as = post(tx, peer, atOnce);
        List<Arrival> all = new ArrayList<>();
        for (Ready one : arrived) {
            all.add(one.arrival(all.size() < as.size() ? as.get(all.size()) : null));
        }
        queue.add(tx, peer, all, now);
        if (ready && !next) {
            hand(tx, peer, free, now);
        }
    }

    private int fitting(Tx tx, LocalPeer peer, List<Ready> arrived, int free, Instant now) {
        long room = deliveries.room(tx, peer.agent(), now);
        return (int) Math.max(0, Math.min(room, Math.min(free, arrived.size())));
    }

    /// How many of those that were handed over are still to be settled.
    private int settle(Tx tx, LocalPeer peer, Instant now) {
        List<Handed> handed = inbox.handedIds(tx, peer.session());
        if (handed.isEmpty()) {
            return 0;
        }
        Map<MessageId, Fate> all =
                fates.of(tx, handed.stream().map(Handed::as).toList(), peer.agent());
        Map<Long, Fate> settled = new LinkedHashMap<>();
        for (Handed one : handed) {
            Fate fate = all.getOrDefault(one.as(), Fate.FAILED);
            if (fate != Fate.OPEN) {
                settled.put(one.id(), fate);
            }
        }
        if (!settled.isEmpty()) {
            drawer.received(tx, peer, settled.keySet())
                    .forEach(one -> settle(tx, peer, one, settled, now));
            inbox.remove(tx, peer.session(), settled.keySet());
        }
        return handed.size() - settled.size();
    }

    private void settle(Tx tx, LocalPeer peer, Turn one, Map<Long, Fate> settled, Instant now) {
        switch (settled.getOrDefault(one.id(), Fate.OPEN)) {
            case OPEN -> {}
            case DELIVERED ->
                    audit.keep(
                            tx, one.received().as(Direction.DELIVERED).forSession(peer.session()));
            case EXPIRED -> queue.drop(tx, peer, one.id(), one.received(), Loss.EXPIRED, now);
            case FAILED -> queue.drop(tx, peer, one.id(), one.received(), Loss.FAILED, now);
        }
    }

    /// Whether something has expired is asked again now. A mailbox without room is waited for.
    private void hand(Tx tx, LocalPeer peer, int atMost, Instant now) {
        int left = (int) Math.min(atMost, deliveries.room(tx, peer.agent(), now));
        while (left > 0) {
            List<Turn> turns = drawer.next(tx, peer, left);
            if (turns.isEmpty()) {
                return;
            }
            left -= hand(tx, peer, turns, now);
        }
    }

    /// How many of them the session was given; the others are gone.
    private int hand(Tx tx, LocalPeer peer, List<Turn> turns, Instant now) {
        List<Ready> ready = new ArrayList<>();
        for (Turn turn : turns) {
            Ready one = turn.ready();
            if (one == null) {
                queue.drop(tx, peer, turn.id(), turn.received(), Loss.UNREADABLE, now);
            } else if (one.isOver(now)) {
                queue.drop(tx, peer, turn.id(), turn.received(), Loss.EXPIRED, now);
            } else {
                ready.add(one);
            }
        }
        List<MessageId> as = post(tx, peer, ready);
        List<Handed> handed = new ArrayList<>();
        for (Ready one : ready) {
            handed.add(new Handed(one.id(), as.get(handed.size())));
        }
        inbox.hand(tx, peer.session(), handed);
        return ready.size();
    }

    /// As which messages they are in the mailbox of the session now, in the same order.
    private List<MessageId> post(Tx tx, LocalPeer peer, List<Ready> all) {
        return all.isEmpty()
                ? List.of()
                : mail.post(
                        tx,
                        peer.workspace(),
                        peer.agent(),
                        all.stream().map(one -> one.words(peer)).toList());
    }
}
