package dev.waybill.server.network.read;

import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What peers said.
final class TimelineTable {
    private static final String SELECT =
            """
            select m.id, m.channel, m.container, m.direction, m.session_id, m.peer_from, m.peer_to, m.kind, m.work_id,
                   m.trust, m.flags, m.envelope, s.display_name
            from network_message m
            left join network_session s on s.id = m.session_id and s.peer_id = m.peer_from
            where m.workspace_id = ? and m.channel = ? and m.container = ? and m.id > ? and m.id < ?
            and (? = '' or m.kind = ?)""";
    private static final String OF_WORK = SELECT + " and m.work_id = ?";
    private static final String FIRST = " order by m.id limit ?";
    private static final String LAST = " order by m.id desc limit ?";

    /// A message as it is kept; its id is its number among all records.
    record Stored(
            long id,
            String channel,
            @Nullable String container,
            String direction,
            @Nullable String session,
            String from,
            @Nullable String to,
            String kind,
            @Nullable String work,
            String trust,
            @Nullable String flags,
            String envelope,
            @Nullable String displayName) {}

    /// Oldest first, whichever end they are taken from.
    Page<Stored> page(ReadTx tx, Conversation place, TimelinePart part) {
        String kind = Objects.requireNonNullElse(part.kind(), "");
        String work = place.work() == null ? part.work() : place.work();
        List<Object> values = new ArrayList<>();
        values.addAll(List.of(place.workspace(), place.channel(), place.container()));
        values.add(Objects.requireNonNullElse(part.after(), 0L));
        values.add(Objects.requireNonNullElse(part.before(), Long.MAX_VALUE));
        values.addAll(List.of(kind, kind));
        if (work != null) {
            values.add(work);
        }
        Page<Stored> page =
                Page.read(
                        tx,
                        (work == null ? SELECT : OF_WORK) + (part.backwards() ? LAST : FIRST),
                        TimelineTable::read,
                        stored -> stored.envelope().length() + 300L,
                        part.limit(),
                        values.toArray());
        return part.backwards() ? page.reversed() : page;
    }

    private static Stored read(Row row) {
        return new Stored(
                row.number(1),
                row.text(2),
                row.textOrNull(3),
                row.text(4),
                row.textOrNull(5),
                row.text(6),
                row.textOrNull(7),
                row.text(8),
                row.textOrNull(9),
                row.text(10),
                row.textOrNull(11),
                row.text(12),
                row.textOrNull(13));
    }
}
