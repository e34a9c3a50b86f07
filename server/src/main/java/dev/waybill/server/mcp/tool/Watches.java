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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells open streams what changes. One follower for each workspace that anybody watches reads its ledger; what reaches a
/// mailbox on this server is told at once.
final class Watches {
    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);

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
        private final AtomicReference<@Nullable Object> tools = new AtomicReference<>();

        Watch(Caller caller, Listener listener) {
            this.caller = caller;
            this.listener = listener;
        }
    }

    /// Those who watch one workspace. Their tools are compared when that is due, whatever the ledger says.
    private record Room(
            WorkspaceId workspace, String name, List<Watch> watches, AtomicBoolean due) {}

    AutoCloseable open(Caller caller, Listener listener) {
        Watch watch = new Watch(caller, listener);
        Room room = enter(caller.workspace(), watch);
        try {
            // Not before it is in the room, or what changes meanwhile would be missed.
            watch.tools.compareAndSet(null, tools.apply(caller));
        } catch (RuntimeException e) {
            leave(room, watch);
            throw e;
        }
        return () -> leave(room, watch);
    }

    /// Something about agents has changed, which may change what they are offered. Does not wait.
    void agentsChanged(WorkspaceId workspace) {
        Room room = room(workspace);
        if (room != null) {
            room.due.set(true);
            followers.wake(room.name);
        }
    }

    private synchronized @Nullable Room room(WorkspaceId workspace) {
        return rooms.get(workspace);
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
        opened++;
        Room room =
                new Room(
                        workspace,
                        "mcp " + workspace + " " + opened,
                        new CopyOnWriteArrayList<>(List.of(watch)),
                        new AtomicBoolean());
        followers.start(
                room.name,
                workspace,
                new WatchFollower(
                        tail, workspace, tail.latest(workspace), change -> tell(room, change)));
        rooms.put(workspace, room);
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
        boolean compare = room.due.getAndSet(false) || change.actions();
        for (Watch watch : room.watches) {
            try {
                change.uris().forEach(watch.listener::resourceUpdated);
                if (compare) {
                    compareTools(watch);
                }
            } catch (RuntimeException e) {
                LOG.warn("A host could not be told of a change", e);
                room.due.set(true);
            }
        }
        return !room.watches.isEmpty();
    }

    /// Actions that the caller does not see come and go unheard.
    private void compareTools(Watch watch) {
        Object now = tools.apply(watch.caller);
        if (!now.equals(watch.tools.getAndSet(now))) {
            watch.listener.toolsChanged();
        }
    }
}
