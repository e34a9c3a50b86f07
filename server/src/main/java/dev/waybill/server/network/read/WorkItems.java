package dev.waybill.server.network.read;

import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.protocol.network.api.WorkView;
import dev.waybill.server.network.read.TimelineTable.Stored;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The work of peers for each other, and what was said about it.
public final class WorkItems {
    private final Database database;
    private final WorkTable works = new WorkTable();
    private final Timeline timeline;

    WorkItems(Database database, WireWorkspaces workspaces) {
        this.database = database;
        this.timeline = new Timeline(workspaces);
    }

    /// The latest first; in a state, in a channel, or all; those that come after a [Position] or a piece of
    /// work in that order.
    public Page<WorkView> list(
            NetworkSight sight,
            @Nullable WorkState state,
            @Nullable String channel,
            @Nullable String after,
            int limit) {
        return database.read(
                tx -> works.latest(tx, sight, state, channel, last(tx, sight, after), limit));
    }

    public WorkView show(NetworkSight sight, String work) {
        return database.read(tx -> find(tx, sight, work));
    }

    /// Only what was said where the work is: the same id elsewhere is no part of it.
    public Page<TimelineMessage> messages(NetworkSight sight, String work, TimelinePart part) {
        Page<Stored> page =
                database.read(
                        tx -> {
                            WorkView found = find(tx, sight, work);
                            return timeline.page(tx, conversation(sight, found), part);
                        });
        return timeline.shown(sight, page);
    }

    private static Conversation conversation(NetworkSight sight, WorkView work) {
        String container =
                Objects.requireNonNullElse(
                        work.threadId(), Objects.requireNonNullElse(work.directId(), ""));
        return new Conversation(sight.workspace(), work.channel(), container, work.workId());
    }

    private WorkView find(ReadTx tx, NetworkSight sight, String work) {
        return works.find(tx, sight, work).orElseThrow(() -> Missing.work(work));
    }

    private Position last(ReadTx tx, NetworkSight sight, @Nullable String after) {
        if (after == null) {
            return Position.TOP;
        }
        return Position.parse(after)
                .or(() -> works.find(tx, sight, after).map(WorkItems::position))
                .orElseThrow(() -> Missing.cursor(after));
    }

    public static Position position(WorkView work) {
        return Position.of(work.lastActivityAt(), work.workId());
    }
}
