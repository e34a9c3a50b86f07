package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.source.KeptEntry.Mail;
import dev.waybill.server.source.KeptEntry.Snapshot;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Entries in the order they came, and what has become of each in the mailbox.
final class EntryTable {
    private static final String INSERT =
            """
            insert into event_entry
                (id, workspace_id, agent_id, sequence, kind, thread_id, revision, summary, count, first_item_at, last_item_at,
                 handle, delivery, mail, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String ADD_ITEM =
            "insert into event_entry_item (entry_id, place, item_id) values (?, ?, ?)";
    private static final String SELECT =
            """
            select e.id, e.workspace_id, e.agent_id, e.sequence, e.thread_id, e.revision, e.summary, e.count, e.first_item_at,
                   e.last_item_at, e.handle, e.delivery, e.mail, e.message_id, e.acked_at, e.superseded_at
            from event_entry e\
            """;
    private static final String VISIBLE =
            " where e.agent_id = ? and e.sequence > ? and e.acked_at is null and e.superseded_at is null";
    private static final String OF_ITEM =
            SELECT
                    + """
                     join event_entry_item i on i.entry_id = e.id
                    where i.item_id = ? order by e.sequence desc limit 1
                    """;
    private static final String MAILED =
            SELECT + " where e.agent_id = ? and e.mail = ? order by e.sequence limit ?";
    private static final String UNSETTLED_AGENTS =
            "select distinct agent_id from event_entry where mail in ('waiting', 'open') order by agent_id limit ?";
    private static final String TO_LOOK_AT =
            """
            select agent_id from event_entry where mail = 'waiting'
            union
            select e.agent_id from event_entry e
            join agent a on a.id = e.agent_id
            join delivery d on d.agent_id = e.agent_id and d.message_id = e.message_id
            where e.mail = 'open' and (d.seq <= a.ack_seq or d.status in ('acked', 'failed', 'dead_lettered'))
            limit ?
            """;
    private static final String RELEASE =
            """
            update event_entry set acked_at = coalesce(acked_at, ?), mail = 'settled'
            where agent_id = ? and (acked_at is null or mail <> 'settled')
            """;
    private static final String ABANDONED =
            """
            select b.agent_id from event_inbox b
            join agent a on a.id = b.agent_id and a.deleted_at is not null
            where exists (select 1 from event_entry e where e.agent_id = b.agent_id and e.mail in ('waiting', 'open'))
               or exists (select 1 from event_item i where i.agent_id = b.agent_id and i.acked_at is null)
            order by b.agent_id limit ?
            """;
    private static final String POSTED =
            "update event_entry set mail = 'open', message_id = ? where id = ? and mail = 'waiting'";
    private static final String MAIL = "update event_entry set mail = ? where id = ?";
    private static final String ACK =
            "update event_entry set acked_at = ? where id = ? and acked_at is null";
    private static final String SUPERSEDE =
            "update event_entry set superseded_at = ? where id = ? and superseded_at is null";
    private static final String ACKED_OLD =
            """
            select id from event_entry e where acked_at < ?
              and not exists (select 1 from event_entry_item i where i.entry_id = e.id) order by acked_at limit ?
            """;
    private static final String SUPERSEDED_OLD =
            """
            select id from event_entry e where superseded_at < ?
              and not exists (select 1 from event_entry_item i where i.entry_id = e.id) order by superseded_at limit ?
            """;

    private final Stored stored;

    EntryTable(Json json) {
        this.stored = new Stored(json);
    }

    void insert(Tx tx, KeptEntry entry, List<KeptItem> items, Instant now) {
        Snapshot digest = entry.digest();
        tx.execute(
                INSERT,
                entry.id(),
                entry.workspace(),
                entry.agent(),
                entry.sequence(),
                entry.kind(),
                digest == null ? null : digest.thread(),
                digest == null ? null : digest.revision(),
                entry.summary(),
                entry.count(),
                entry.firstItemAt(),
                entry.lastItemAt(),
                stored.text(entry.handle()),
                stored.text(entry.terms()),
                entry.mail().wire(),
                now);
        List<Object[]> rows = new ArrayList<>();
        items.forEach(item -> rows.add(new Object[] {entry.id(), rows.size(), item.id()}));
        tx.executeEach(ADD_ITEM, rows);
    }

    Optional<KeptEntry> find(ReadTx tx, String id) {
        return tx.first(SELECT + " where e.id = ?", this::read, id);
    }

    /// The newest that holds the item.
    Optional<KeptEntry> ofItem(ReadTx tx, String item) {
        return tx.first(OF_ITEM, this::read, item);
    }

    /// What is to be read, oldest first.
    List<KeptEntry> visible(ReadTx tx, AgentId agent, long after, int limit) {
        return tx.list(
                SELECT + VISIBLE + " order by e.sequence limit ?", this::read, agent, after, limit);
    }

    List<KeptEntry> visibleThrough(ReadTx tx, AgentId agent, long last, int limit) {
        return tx.list(
                SELECT + VISIBLE + " and e.sequence <= ? order by e.sequence limit ?",
                this::read,
                agent,
                0,
                last,
                limit);
    }

    List<KeptEntry> all(ReadTx tx, AgentId agent, long after, int limit) {
        return tx.list(
                SELECT + " where e.agent_id = ? and e.sequence > ? order by e.sequence limit ?",
                this::read,
                agent,
                after,
                limit);
    }

    List<KeptEntry> mailed(ReadTx tx, AgentId agent, Mail mail, int limit) {
        return tx.list(MAILED, this::read, agent, mail.wire(), limit);
    }

    /// For whom something is in the mailbox, or waits for it.
    List<AgentId> unsettled(ReadTx tx, int limit) {
        return tx.list(UNSETTLED_AGENTS, row -> new AgentId(row.number(1)), limit);
    }

    /// Whose mailboxes have changed, or are waited for.
    List<AgentId> toLookAt(ReadTx tx, int limit) {
        return tx.list(TO_LOOK_AT, row -> new AgentId(row.number(1)), limit);
    }

    /// Agents that are no more, for whom something is still kept.
    List<AgentId> abandoned(ReadTx tx, int limit) {
        return tx.list(ABANDONED, row -> new AgentId(row.number(1)), limit);
    }

    void release(Tx tx, AgentId agent, Instant now) {
        tx.execute(RELEASE, now, agent);
    }

    void posted(Tx tx, String id, MessageId message) {
        tx.execute(POSTED, message, id);
    }

    void mail(Tx tx, String id, Mail mail) {
        tx.execute(MAIL, mail.wire(), id);
    }

    boolean ack(Tx tx, String id, Instant now) {
        return tx.execute(ACK, now, id) == 1;
    }

    void supersede(Tx tx, String id, Instant now) {
        tx.execute(SUPERSEDE, now, id);
    }

    /// Those that hold nothing any more.
    List<String> old(ReadTx tx, Instant before, int atMost) {
        List<String> acked = tx.list(ACKED_OLD, row -> row.text(1), before, atMost);
        return acked.isEmpty()
                ? tx.list(SUPERSEDED_OLD, row -> row.text(1), before, atMost)
                : acked;
    }

    void delete(Tx tx, List<String> ids) {
        tx.executeEach(
                "delete from event_entry where id = ?",
                ids.stream().map(id -> new Object[] {id}).toList());
    }

    private KeptEntry read(Row row) {
        String thread = row.textOrNull(5);
        Long message = row.numberOrNull(14);
        return new KeptEntry(
                row.text(1),
                new WorkspaceId(row.number(2)),
                new AgentId(row.number(3)),
                row.number(4),
                thread == null ? null : new Snapshot(thread, row.number(6)),
                row.text(7),
                (int) row.number(8),
                row.instant(9),
                row.instant(10),
                stored.handle(row.textOrNull(11)),
                stored.terms(row.text(12)),
                Mail.of(row.text(13)),
                message == null ? null : new MessageId(message),
                row.instantOrNull(15),
                row.instantOrNull(16));
    }
}
