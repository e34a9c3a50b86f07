package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
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
    private record Found(
            String event,
            ChannelId channel,
            ChannelKind kind,
            String place,
            AgentId agent,
            ActivityItem item) {}

    public List<ActivityItem> newest(Caller caller, int limit) {
        Sight sight = Sight.of(caller);
        return database
                .read(
                        tx ->
                                tx.page(
                                        NEWEST,
                                        Activity::read,
                                        new Weight<>(Activity::size, MAX_CHARACTERS),
                                        caller.workspace(),
                                        sight.unlimited() ? limit : SEARCHED))
                .stream()
                .filter(found -> shows(sight, found))
                .limit(limit)
                .map(Found::item)
                .toList();
    }

    private static boolean shows(Sight sight, Found found) {
        return sight.type(found.event())
                && sight.room(found.channel(), found.kind(), found.place())
                && sight.agent(found.agent())
                && sight.at(found.item().createdAt());
    }

    private static long size(Found found) {
        return found.item().text().length();
    }

    private static Found read(Row row) {
        ChannelId channel = new ChannelId(row.number(3));
        ChannelKind kind = ChannelKind.of(row.text(4));
        boolean spoken = kind == ChannelKind.CHANNEL;
        String place = kind == ChannelKind.GROUP ? channel.text() : row.text(5);
        return new Found(
                row.text(1),
                channel,
                kind,
                place,
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
