package dev.waybill.server.network.read;

import dev.waybill.protocol.network.api.ThreadView;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.server.network.read.TimelineTable.Stored;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import org.jspecify.annotations.Nullable;

/// The conversations of the network that are open to their channel.
public final class Threads {
    private final Database database;
    private final ThreadTable threads;
    private final Timeline timeline;

    Threads(Database database, WireWorkspaces workspaces) {
        this.database = database;
        this.threads = new ThreadTable(workspaces);
        this.timeline = new Timeline(workspaces);
    }

    /// The latest first; all, or those that come after a [Position] or a thread in that order.
    public Page<ThreadView> list(
            NetworkSight sight, String channel, @Nullable String after, int limit) {
        if (!sight.open()) {
            return Page.empty();
        }
        return database.read(
                tx ->
                        threads.latest(
                                tx,
                                sight.workspace(),
                                channel,
                                last(tx, sight, channel, after),
                                limit));
    }

    public ThreadView show(NetworkSight sight, String channel, String thread) {
        return database.read(tx -> find(tx, sight, channel, thread));
    }

    public Page<TimelineMessage> messages(
            NetworkSight sight, String channel, String thread, TimelinePart part) {
        Page<Stored> page =
                database.read(
                        tx -> {
                            ThreadView found = find(tx, sight, channel, thread);
                            return timeline.page(
                                    tx,
                                    new Conversation(
                                            sight.workspace(), channel, found.threadId(), null),
                                    part);
                        });
        return timeline.shown(sight, page);
    }

    private ThreadView find(ReadTx tx, NetworkSight sight, String channel, String thread) {
        return threads.find(tx, sight.workspace(), channel, thread)
                .filter(_ -> sight.open())
                .orElseThrow(() -> Missing.thread(thread));
    }

    private Position last(ReadTx tx, NetworkSight sight, String channel, @Nullable String after) {
        if (after == null) {
            return Position.TOP;
        }
        return Position.parse(after)
                .or(
                        () ->
                                threads.find(tx, sight.workspace(), channel, after)
                                        .map(Threads::position))
                .orElseThrow(() -> Missing.cursor(after));
    }

    public static Position position(ThreadView thread) {
        return Position.of(thread.lastActivityAt(), thread.threadId());
    }
}
