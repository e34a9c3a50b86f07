package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.server.delivery.DeliveryTable.Place;
import dev.waybill.server.store.Gathered;
import dev.waybill.server.store.Many;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Where the mailboxes of those end who get messages: read once, counted here, written once in each batch. Where other servers
/// may count the same mailboxes, these wait from the reading to the commit. What is held by one statement is held in the order of
/// ids, so that two servers do not wait for each other over what their batches have told beforehand.
final class MailboxEnds implements Gathered {
    private static final String IN_ROOM =
            """
            select a.id, a.name, a.delivery_seq, a.ack_seq from member m join agent a on a.id = m.agent_id
            where m.channel_id = ? and m.is_muted = 0 and a.deleted_at is null
            """;
    private static final String HELD_IN_ROOM = IN_ROOM + "order by a.id for no key update of a";
    private static final String MEMBERS =
            "select channel_id, agent_id from member where channel_id = any(?) and is_muted = 0";
    private static final String HELD =
            """
            select id, name, delivery_seq, ack_seq from agent
            where id = any(?) and deleted_at is null order by id for no key update
            """;
    private static final Set<String> OWN = Set.of(IN_ROOM, HELD_IN_ROOM, HELD);

    private static final String WRITE = "update agent set delivery_seq = ? where id = ?";
    private static final String WRITE_TOGETHER =
            """
            update agent set delivery_seq = moved.seq from unnest(?, ?) as moved (seq, id)
            where agent.id = moved.id
            """;

    private static final String ACKED = "select ack_seq from agent where id = ?";

    /// Whatever counts otherwise, and whatever may change who gets something.
    private static final Pattern CONCERNED =
            Pattern.compile(
                    "\\bdelivery_seq\\b|\\b(insert into|delete from)\\s+(agent|member)\\b|\\bupdate\\s+member\\b"
                            + "|\\bupdate\\s+agent\\b.*\\b(name|deleted_at)\\s*=",
                    Pattern.DOTALL);

    /// Acks are written without being heard of here, so they are looked at again after so many messages.
    private static final int MESSAGES_BETWEEN_LOOKS = 256;

    private static final int MOST_ROOMS = 20_000;

    private final boolean alone;
    private final Map<ChannelId, List<End>> rooms = new HashMap<>();
    private final Map<AgentId, End> ends = new HashMap<>();

    private MailboxEnds(boolean alone) {
        this.alone = alone;
    }

    static MailboxEnds of(Tx tx) {
        return tx.gather(MailboxEnds.class, () -> new MailboxEnds(!tx.dialect().isShared()));
    }

    /// Where others count, too: reads and holds the mailboxes of those agents, and of all who are in those rooms.
    void lookUp(Tx tx, Set<ChannelId> inRooms, Set<AgentId> agents) {
        List<Member> members =
                inRooms.isEmpty() ? List.of() : tx.list(MEMBERS, Member::of, Many.ids(inRooms));
        Set<AgentId> wanted = new HashSet<>(agents);
        members.forEach(member -> wanted.add(member.agent));
        tx.list(HELD, this::end, Many.ids(wanted));
        inRooms.forEach(room -> rooms.put(room, new ArrayList<>()));
        for (Member member : members) {
            End end = ends.get(member.agent);
            if (end != null) {
                rooms.getOrDefault(member.room, List.of()).add(end);
            }
        }
    }

    private record Member(ChannelId room, AgentId agent) {
        static Member of(Row row) {
            return new Member(new ChannelId(row.number(1)), new AgentId(row.number(2)));
        }
    }

    /// Gives every member of the room but one agent, and but the muted, the next numbers; the last of them is told.
    List<Place> next(Tx tx, ChannelId room, long but, int count) {
        List<Place> places = new ArrayList<>();
        for (End end : of(tx, room)) {
            if (end.agent.value() != but) {
                if (end.isStale()) {
                    tx.first(ACKED, row -> row.number(1), end.agent).ifPresent(end::ackedTo);
                }
                end.move(count);
                places.add(end.place());
            }
        }
        return places;
    }

    void takeBack(AgentId agent, int count) {
        End end = ends.get(agent);
        if (end == null) {
            throw new IllegalStateException("nothing was given to agent " + agent);
        }
        end.move(-count);
    }

    @Override
    public boolean concerns(String sql) {
        return !OWN.contains(sql) && CONCERNED.matcher(sql).find();
    }

    @Override
    public void write(Tx tx) {
        List<End> moved = ends.values().stream().filter(end -> end.moved).toList();
        if (alone) {
            tx.executeEach(
                    WRITE, moved.stream().map(end -> new Object[] {end.last, end.agent}).toList());
        } else if (!moved.isEmpty()) {
            tx.execute(
                    WRITE_TOGETHER,
                    Many.numbers(moved.stream().map(end -> end.last).toList()),
                    Many.ids(moved.stream().map(end -> end.agent).toList()));
        }
        moved.forEach(End::written);
    }

    @Override
    public boolean lasts() {
        return alone && rooms.size() <= MOST_ROOMS;
    }

    private List<End> of(Tx tx, ChannelId room) {
        List<End> known = rooms.get(room);
        if (known == null) {
            known = tx.list(alone ? IN_ROOM : HELD_IN_ROOM, this::end, room);
            rooms.put(room, known);
        }
        return known;
    }

    private End end(Row row) {
        return ends.computeIfAbsent(new AgentId(row.number(1)), _ -> new End(row));
    }

    private static final class End {
        private final AgentId agent;
        private final String name;
        private long acked;
        private long last;
        private long staleAt;
        private boolean moved;

        private End(Row row) {
            this.agent = new AgentId(row.number(1));
            this.name = row.text(2);
            this.last = row.number(3);
            ackedTo(row.number(4));
        }

        private void move(long by) {
            last += by;
            moved = true;
        }

        private boolean isStale() {
            return last >= staleAt;
        }

        private void ackedTo(long seq) {
            acked = seq;
            staleAt = last + MESSAGES_BETWEEN_LOOKS;
        }

        private void written() {
            moved = false;
        }

        private Place place() {
            return new Place(new Recipient(agent, name, last), last - 1 - acked);
        }
    }
}
