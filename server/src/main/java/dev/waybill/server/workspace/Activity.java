package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.ActivityItem;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Weight;
import java.util.List;

/// Shows what was said lately anywhere in a workspace, newest first.
public final class Activity {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 100;

    /// So many are looked at for an observer that sees only some of them.
    private static final int SEARCHED = 500;

    private static final long MAX_CHARACTERS = 4 << 20;

    private static final String NEWEST =
            """
            select l.type, m.id, c.id, c.kind, c.name, a.id, a.name, m.text, l.created_at
            from ledger l
                join message m on m.id = cast(
                    case when l.type in ('message.created', 'thread.reply', 'dm.received', 'group_dm.received')
                        then l.subject end as bigint)
                join channel c on c.id = m.channel_id
                join author a on a.id = m.agent_id
            where l.workspace_id = ?
                and l.type in ('message.created', 'thread.reply', 'dm.received', 'group_dm.received')
            order by l.seq desc limit ?
            """;

    private final Database database;

    public Activity(Database database) {
        this.database = database;
    }

    /// Where an item comes from, besides what is shown of it.
    private record Found(String event, ChannelId channel, AgentId agent, ActivityItem item) {}

    public List<ActivityItem> newest(Caller caller, int limit) {
        boolean everything = !(caller instanceof Caller.Observer);
        return database
                .read(
                        tx ->
                                tx.page(
                                        NEWEST,
                                        Activity::read,
                                        new Weight<>(Activity::size, MAX_CHARACTERS),
                                        caller.workspace(),
                                        everything ? limit : SEARCHED))
                .stream()
                .filter(found -> shows(caller, found))
                .limit(limit)
                .map(Found::item)
                .toList();
    }

    private static boolean shows(Caller caller, Found found) {
        return switch (caller) {
            case Caller.Observer observer ->
                    observer.scopes().contains(scope(found)) && shows(observer.filters(), found);
            case Caller.Owner _, Caller.Agent _, Caller.Node _, Caller.Webhook _ -> true;
        };
    }

    private static boolean shows(ObserverFilters filters, Found found) {
        ActivityItem item = found.item();
        String conversation = item.conversationId();
        boolean place =
                conversation == null
                        ? filters.shows(found.channel(), String.valueOf(item.channelName()))
                        : Boolean.TRUE.equals(filters.includeDms())
                                && (filters.dmConversationIds() == null
                                        || filters.dmConversationIds().contains(conversation));
        return place
                && filters.shows(found.agent())
                && (filters.eventTypes() == null || filters.eventTypes().contains(found.event()))
                && (filters.createdAfter() == null
                        || item.createdAt().isAfter(filters.createdAfter()));
    }

    private static ObserverScope scope(Found found) {
        if (found.item().conversationId() != null) {
            return ObserverScope.DMS_READ;
        }
        return found.event().equals("thread.reply")
                ? ObserverScope.THREADS_READ
                : ObserverScope.MESSAGES_READ;
    }

    private static long size(Found found) {
        return found.item().text().length();
    }

    private static Found read(Row row) {
        boolean spoken = ChannelKind.of(row.text(4)) == ChannelKind.CHANNEL;
        String place = row.text(5);
        return new Found(
                row.text(1),
                new ChannelId(row.number(3)),
                new AgentId(row.number(6)),
                new ActivityItem(
                        spoken ? "message" : "dm",
                        new MessageId(row.number(2)),
                        spoken ? place : null,
                        spoken ? null : place,
                        row.text(7),
                        row.text(8),
                        row.instant(9)));
    }
}
