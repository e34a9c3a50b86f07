package dev.waybill.server.network;

import dev.waybill.protocol.network.Trust;
import dev.waybill.server.network.InboxTable.Waiting;
import dev.waybill.server.store.ReadTx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes out what waits for a session, or was handed to it: what came lately from memory, everything else from the store.
final class Drawer {
    private final Wire wire;
    private final InboxTable inbox;
    private final Recent recent = new Recent();

    Drawer(Wire wire, InboxTable inbox) {
        this.wire = wire;
        this.inbox = inbox;
    }

    /// One message for one session.
    ///
    /// @param received the decision that brought it here
    /// @param ready null where it was taken under other settings, or is out of the session's hands already
    record Turn(long id, Decision received, @Nullable Ready ready) {
        private static Turn of(Ready ready) {
            return new Turn(ready.id(), ready.received(), ready);
        }
    }

    void keep(Ready one) {
        recent.keep(one);
    }

    /// The oldest of those that wait.
    List<Turn> next(ReadTx tx, LocalPeer peer, int atMost) {
        List<Turn> known = known(inbox.queuedIds(tx, peer.session(), atMost));
        return known != null
                ? known
                : inbox.waiting(tx, peer.session(), atMost).stream().map(this::read).toList();
    }

    /// Those of what was handed over.
    List<Turn> received(ReadTx tx, LocalPeer peer, Collection<Long> ids) {
        List<Turn> known = known(ids);
        return known != null
                ? known
                : inbox.handed(tx, peer.session(), Collections.max(ids)).stream()
                        .filter(one -> ids.contains(one.id()))
                        .map(one -> new Turn(one.id(), one.received(), null))
                        .toList();
    }

    private @Nullable List<Turn> known(Collection<Long> ids) {
        List<Turn> known = new ArrayList<>();
        for (long id : ids) {
            Ready one = recent.find(id);
            if (one == null) {
                return null;
            }
            known.add(Turn.of(one));
        }
        return known;
    }

    private Turn read(Waiting one) {
        Trust trust = one.trust().equals(Trust.VERIFIED.wire()) ? Trust.VERIFIED : Trust.UNTRUSTED;
        Ready ready =
                wire.read(one.envelope())
                        .map(envelope -> new Ready(one.id(), envelope, trust, null, one.received()))
                        .orElse(null);
        return new Turn(one.id(), one.received(), ready);
    }
}
