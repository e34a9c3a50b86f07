package dev.waybill.server.observe;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ResyncAck;
import dev.waybill.server.http.socket.Socket;
import dev.waybill.server.ledger.LedgerBounds;
import dev.waybill.server.ledger.LedgerEvent;
import dev.waybill.server.ledger.LedgerPage;
import dev.waybill.server.ledger.LedgerTail;
import dev.waybill.server.workspace.Sight;

/// Reads the ledger for one observer and sends what it may see, page by page, no faster than it is read. Used by one thread
/// at a time; what may be seen changes under it.
final class Feed {
    private static final int ROWS = 100;

    private final WorkspaceId workspace;
    private final LedgerTail tail;
    private final StreamFrames frames;
    private volatile Sight sight;
    private volatile ChannelChoice channels = ChannelChoice.ALL;

    /// Every row up to it was sent, or is not for this observer.
    private long cursor;

    Feed(WorkspaceId workspace, Sight sight, LedgerTail tail, StreamFrames frames) {
        this.workspace = workspace;
        this.sight = sight;
        this.tail = tail;
        this.frames = frames;
        this.cursor = tail.latest(workspace);
    }

    void see(Sight other) {
        sight = other;
    }

    ChannelChoice channels() {
        return channels;
    }

    void choose(ChannelChoice other) {
        channels = other;
    }

    /// Sends the next rows, if there are any; true when there are more.
    boolean advance(Socket socket) throws InterruptedException {
        LedgerPage page = tail.after(workspace, cursor, ROWS, sight::type);
        send(socket, page);
        cursor = Math.max(cursor, page.scannedTo());
        return page.more();
    }

    /// Sends everything after `seen` once more, and says how much that was. What comes later follows.
    void replay(Socket socket, long seen) throws InterruptedException {
        LedgerBounds bounds = tail.bounds(workspace);
        long until = Math.max(bounds.latest(), cursor);
        long at = seen;
        long replayed = 0;
        while (at < until && socket.open()) {
            LedgerPage page = tail.after(workspace, at, ROWS, sight::type);
            replayed += send(socket, page);
            at = page.more() ? page.scannedTo() : Math.max(until, page.scannedTo());
        }
        if (seen <= until) {
            cursor = Math.max(cursor, at);
        }
        socket.send(frames.ack(new ResyncAck(seen, cursor, replayed, !bounds.reach(seen))));
    }

    private long send(Socket socket, LedgerPage page) throws InterruptedException {
        long sent = 0;
        for (LedgerEvent event : page.events()) {
            // Asked for each event, because what may be seen can change while the socket is full.
            if (sight.event(event) && channels.covers(event)) {
                if (!socket.send(frames.event(event))) {
                    break;
                }
                sent++;
            }
        }
        return sent;
    }
}
