package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.ledger.LedgerTail;
import dev.waybill.server.mcp.Listener;
import dev.waybill.server.workspace.Caller;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// Tells open streams what changes. One follower for each workspace that anybody watches reads its ledger; what reaches a
/// mailbox on this server is told at once.
final class Watches {
    private final LedgerTail tail;
    private final Followers followers;
    private final Function<Caller, Object> tools;
    private final Map<WorkspaceId, Room> rooms = new HashMap<>();
    private long opened;

    /// `tools` gives something that differs when the tools of a caller do.
    Watches(LedgerTail tail, Followers followers, Function<Caller, Object> tools) {
        this.tail = tail;
        this.followers = followers;
        this.tools = tools;
    }

    /// One stream that is open.
    private static final class Watch {
        private final Caller caller;
        private final Listener listener;
        private Object tools;

        Watch(Caller caller, Listener listener, Object tools) {
            this.caller = caller;
            this.listener = listener;
            this.tools = tools;
        }
    }

    /// Those who watch one workspace.
    private record Room(WorkspaceId workspace, List<Watch> watches) {}

    AutoCloseable open(Caller caller, Listener listener) {
        Watch watch = new Watch(caller, listener, tools.apply(caller));
        Room room = enter(caller.workspace(), watch);
        return () -> leave(room, watch);
    }

    /// How many watch.
    synchronized int count() {
        return rooms.values().stream().mapToInt(room -> room.watches.size()).sum();
    }

    private synchronized Room enter(WorkspaceId workspace, Watch watch) {
        Room known = rooms.get(workspace);
        if (known != null) {
            known.watches.add(watch);
            return known;
        }
        Room room = new Room(workspace, new CopyOnWriteArrayList<>(List.of(watch)));
        rooms.put(workspace, room);
        opened++;
        followers.start(
                "mcp " + workspace + " " + opened,
                workspace,
                new WatchFollower(
                        tail, workspace, tail.latest(workspace), change -> tell(room, change)));
        return room;
    }

    private synchronized void leave(Room room, Watch watch) {
        room.watches.remove(watch);
        if (room.watches.isEmpty()) {
            rooms.remove(room.workspace, room);
        }
    }

    /// False when nobody is left to be told; whoever comes then gets a follower of its own.
    private boolean tell(Room room, WatchFollower.Change change) {
        for (Watch watch : room.watches) {
            change.uris().forEach(watch.listener::resourceUpdated);
            if (change.actions()) {
                compareTools(watch);
            }
        }
        return !room.watches.isEmpty();
    }

    /// Actions that the caller does not see come and go unheard.
    private void compareTools(Watch watch) {
        Object now = tools.apply(watch.caller);
        if (!now.equals(watch.tools)) {
            watch.tools = now;
            watch.listener.toolsChanged();
        }
    }
}
