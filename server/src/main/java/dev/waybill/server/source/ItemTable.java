package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Items, each once for each agent.
final class ItemTable {
    private static final String INSERT =
            """
            insert into event_item
                (id, workspace_id, agent_id, source_id, native_id, variant, subscription_id, occurred_at, metadata, payload,
                 provider_payload, handle, delivery, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (agent_id, source_id, native_id, variant) do nothing
            """;
    private static final String COLUMNS =
            """
            select i.id, i.workspace_id, i.agent_id, i.source_id, i.native_id, i.variant, i.subscription_id, i.occurred_at,
                   i.metadata, i.payload, i.provider_payload, i.handle, i.delivery, i.acked_at
            """;
    private static final String BY_ID = COLUMNS + "from event_item i where i.id = ?";
    private static final String OF_ENTRY =
            COLUMNS
                    + """
                    from event_entry_item e join event_item i on i.id = e.item_id
                    where e.entry_id = ? order by e.place
                    """;
    private static final String REFS_OF_ENTRY =
            """
            select i.id, i.workspace_id, i.agent_id, i.source_id, i.subscription_id
            from event_entry_item e join event_item i on i.id = e.item_id
            where e.entry_id = ? order by e.place
            """;
    private static final String OPEN =
            "select count(*) from event_item where agent_id = ? and acked_at is null";
    private static final String OLDEST =
            """
            select id, workspace_id, agent_id, source_id, subscription_id from event_item
            where agent_id = ? and acked_at is null order by created_at, id limit ?
            """;
    private static final String OPEN_OF_THREAD =
            COLUMNS
                    + """
                    from event_thread_item t join event_item i on i.id = t.item_id
                    where t.thread_id = ? and i.acked_at is null order by t.place desc limit ?
                    """;
    private static final String ACK =
            """
            update event_item set acked_at = ?
            where acked_at is null and id in (select item_id from event_entry_item where entry_id = ?)
            """;
    private static final String RELEASE =
            "update event_item set acked_at = ? where agent_id = ? and acked_at is null";
    private static final String OLD =
            """
            select id from event_item where acked_at < ? and (? = 0 or agent_id = ?) order by acked_at limit ?
            """;

    private final Stored stored;

    ItemTable(Json json) {
        this.stored = new Stored(json);
    }

    /// False where the agent has it already.
    boolean insert(Tx tx, KeptItem item, Instant now) {
        return 1
                == tx.execute(
                        INSERT,
                        item.id(),
                        item.workspace(),
                        item.agent(),
                        item.sourceId(),
                        item.nativeId(),
                        item.variant(),
                        item.subscriptionId(),
                        item.occurredAt(),
                        stored.text(item.metadata()),
                        stored.text(item.payload()),
                        stored.text(item.providerPayload()),
                        stored.text(item.handle()),
                        stored.text(item.terms()),
                        now);
    }

    Optional<KeptItem> find(ReadTx tx, WorkspaceId workspace, String id) {
        return tx.first(BY_ID, this::read, id).filter(item -> item.workspace().equals(workspace));
    }

    List<KeptItem> ofEntry(ReadTx tx, String entry) {
        return tx.list(OF_ENTRY, this::read, entry);
    }

    /// What of a thread nobody has settled yet, in its order; the newest if there are more.
    List<KeptItem> openOfThread(ReadTx tx, String thread, int limit) {
        return tx.list(OPEN_OF_THREAD, this::read, thread, limit).reversed();
    }

    void ack(Tx tx, String entry, Instant now) {
        tx.execute(ACK, now, entry);
    }

    /// Without what it says.
    ///
    /// @param subscription of the subscription that wanted it, if there was one
    record Ref(
            String id,
            WorkspaceId workspace,
            AgentId agent,
            String source,
            @Nullable String subscription) {}

    List<Ref> refsOfEntry(ReadTx tx, String entry) {
        return tx.list(REFS_OF_ENTRY, ItemTable::ref, entry);
    }

    long open(ReadTx tx, AgentId agent) {
        return tx.first(OPEN, row -> row.number(1), agent).orElse(0L);
    }

    /// Those that have waited longest.
    List<Ref> oldest(ReadTx tx, AgentId agent, int limit) {
        return tx.list(OLDEST, ItemTable::ref, agent, limit);
    }

    void end(Tx tx, String id, Instant now) {
        tx.execute("update event_item set acked_at = ? where id = ? and acked_at is null", now, id);
    }

    /// Nobody reads what is for an agent that is no more.
    void release(Tx tx, AgentId agent, Instant now) {
        tx.execute(RELEASE, now, agent);
    }

    /// Settled before then; of one agent, or of all.
    List<String> old(ReadTx tx, @Nullable AgentId agent, Instant before, int limit) {
        long one = agent == null ? 0 : agent.value();
        return tx.list(OLD, row -> row.text(1), before, one, one, limit);
    }

    void delete(Tx tx, List<String> ids) {
        List<Object[]> rows = ids.stream().map(id -> new Object[] {id}).toList();
        tx.executeEach("delete from event_entry_item where item_id = ?", rows);
        tx.executeEach("delete from event_thread_item where item_id = ?", rows);
        tx.executeEach("delete from event_item where id = ?", rows);
    }

    private static Ref ref(Row row) {
        return new Ref(
                row.text(1),
                new WorkspaceId(row.number(2)),
                new AgentId(row.number(3)),
                row.text(4),
                row.textOrNull(5));
    }

    private KeptItem read(Row row) {
        return new KeptItem(
                row.text(1),
                new WorkspaceId(row.number(2)),
                new AgentId(row.number(3)),
                row.text(4),
                row.text(5),
                row.text(6),
                row.textOrNull(7),
                row.instant(8),
                stored.tree(row.text(9)),
                stored.tree(row.text(10)),
                stored.treeOrNull(row.textOrNull(11)),
                stored.handle(row.textOrNull(12)),
                stored.terms(row.text(13)),
                row.instantOrNull(14));
    }
}
