package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Items that are told together.
final class ThreadTable {
    private static final String INSERT =
            """
            insert into event_thread (id, workspace_id, agent_id, source_id, group_key, resource_ref, event_family, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String SELECT =
            """
            select id, workspace_id, agent_id, source_id, group_key, resource_ref, event_family, revision, latest_entry_id,
                   is_open, created_at
            from event_thread\
            """;
    private static final String ADD =
            """
            insert into event_thread_item (thread_id, item_id, place)
            values (?, ?, (select count(*) from event_thread_item where thread_id = ?))
            """;
    private static final String OPEN_ITEMS =
            """
            select count(*) from event_thread_item t join event_item i on i.id = t.item_id
            where t.thread_id = ? and i.acked_at is null
            """;
    private static final String OF_ENTRY =
            SELECT
                    + """
                     where id in (select t.thread_id from event_thread_item t
                                  join event_entry_item e on e.item_id = t.item_id where e.entry_id = ?)
                    """;
    private static final String OF_ITEM =
            SELECT + " where id in (select thread_id from event_thread_item where item_id = ?)";
    private static final String OLD =
            """
            select id from event_thread where is_open = 0
              and not exists (select 1 from event_thread_item i where i.thread_id = event_thread.id) limit ?
            """;

    /// One such thread.
    ///
    /// @param latest the entry that tells its latest state
    record Strand(
            String id,
            WorkspaceId workspace,
            AgentId agent,
            String source,
            String groupKey,
            String resource,
            String family,
            long revision,
            @Nullable String latest,
            boolean open,
            Instant createdAt) {}

    void insert(Tx tx, Strand thread) {
        tx.execute(
                INSERT,
                thread.id(),
                thread.workspace(),
                thread.agent(),
                thread.source(),
                thread.groupKey(),
                thread.resource(),
                thread.family(),
                thread.createdAt());
    }

    Optional<Strand> open(ReadTx tx, AgentId agent, String groupKey) {
        return tx.first(
                SELECT + " where agent_id = ? and group_key = ? and is_open = 1",
                ThreadTable::read,
                agent,
                groupKey);
    }

    Optional<Strand> find(ReadTx tx, String id) {
        return tx.first(SELECT + " where id = ?", ThreadTable::read, id);
    }

    /// Those that items of the entry belong to.
    List<Strand> ofEntry(ReadTx tx, String entry) {
        return tx.list(OF_ENTRY, ThreadTable::read, entry);
    }

    List<Strand> ofItem(ReadTx tx, String item) {
        return tx.list(OF_ITEM, ThreadTable::read, item);
    }

    List<Strand> due(ReadTx tx, Instant now, int limit) {
        return tx.list(
                SELECT + " where flush_at <= ? order by flush_at limit ?",
                ThreadTable::read,
                now,
                limit);
    }

    void add(Tx tx, String thread, String item) {
        tx.execute(ADD, thread, item, thread);
    }

    long openItems(ReadTx tx, String thread) {
        return tx.first(OPEN_ITEMS, row -> row.number(1), thread).orElse(0L);
    }

    void wait(Tx tx, String thread, Instant until) {
        tx.execute("update event_thread set flush_at = ? where id = ?", until, thread);
    }

    /// What waits for no moment yet waits for that one.
    void waitAtMost(Tx tx, String thread, Instant until) {
        tx.execute(
                "update event_thread set flush_at = coalesce(flush_at, ?) where id = ?",
                until,
                thread);
    }

    void told(Tx tx, String thread, long revision, String entry) {
        tx.execute(
                "update event_thread set revision = ?, latest_entry_id = ?, flush_at = null where id = ?",
                revision,
                entry,
                thread);
    }

    void close(Tx tx, String thread) {
        tx.execute("update event_thread set is_open = 0, flush_at = null where id = ?", thread);
    }

    /// Closed ones that hold nothing any more.
    List<String> old(ReadTx tx, int limit) {
        return tx.list(OLD, row -> row.text(1), limit);
    }

    void delete(Tx tx, List<String> ids) {
        tx.executeEach(
                "delete from event_thread where id = ?",
                ids.stream().map(id -> new Object[] {id}).toList());
    }

    private static Strand read(Row row) {
        return new Strand(
                row.text(1),
                new WorkspaceId(row.number(2)),
                new AgentId(row.number(3)),
                row.text(4),
                row.text(5),
                row.text(6),
                row.text(7),
                row.number(8),
                row.textOrNull(9),
                row.flag(10),
                row.instant(11));
    }
}
