package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Sources, and the number of the newest event of each.
final class SourceTable {
    private static final String INSERT =
            """
            insert into event_source
                (id, workspace_id, host_id, kind, key, type, config_ref, config, status, created_at, updated_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (host_id, kind, key) do nothing
            """;
    private static final String SELECT =
            """
            select s.id, s.workspace_id, s.host_id, s.type, s.kind, s.key, s.config_ref, h.config_ref, s.config, s.status,
                   s.checkpoint, s.trouble, s.place_id, s.last_seq, s.created_at, s.updated_at
            from event_source s join event_host h on h.id = s.host_id\
            """;
    private static final String CHANGE =
            "update event_source set config_ref = ?, config = ?, updated_at = ? where id = ?";
    private static final String STATUS =
            "update event_source set status = ?, updated_at = ? where id = ? and status <> ?";
    private static final String CHECKPOINT =
            """
            update event_source set checkpoint = ?, trouble = null,
                   status = case status when 'error' then 'active' else status end
            where id = ?
            """;
    private static final String TROUBLE =
            """
            update event_source set trouble = ?, updated_at = ?,
                   status = case status when 'active' then 'error' else status end
            where id = ?
            """;
    private static final String PLACE =
            "update event_source set place_id = ? where id = ? and place_id is null";
    private static final String RENAME =
            "update event_source set key = ?, config = ?, updated_at = ? where id = ?";
    private static final String HOLD = "update event_source set last_seq = last_seq where id = ?";
    private static final String NEXT =
            "update event_source set last_seq = last_seq + 1 where id = ? returning last_seq";
    private static final String DELETE = "delete from event_source where id = ?";

    private final Json json;

    SourceTable(Json json) {
        this.json = json;
    }

    /// False where there is one of that kind and key at the host.
    boolean insert(Tx tx, KeptSource source) {
        return 1
                == tx.execute(
                        INSERT,
                        source.id(),
                        source.workspace(),
                        source.hostId(),
                        source.kind(),
                        source.key(),
                        source.type().wire(),
                        source.configRef(),
                        json.text(source.config()),
                        source.status().wire(),
                        source.createdAt(),
                        source.updatedAt());
    }

    Optional<KeptSource> find(ReadTx tx, String id) {
        return tx.first(SELECT + " where s.id = ?", this::read, id);
    }

    Optional<KeptSource> find(ReadTx tx, WorkspaceId workspace, String id) {
        return find(tx, id).filter(source -> source.workspace().equals(workspace));
    }

    /// Nobody else appends to it, or brings a subscription to its end, until this transaction is over.
    Optional<KeptSource> hold(Tx tx, WorkspaceId workspace, String id) {
        tx.execute(HOLD, id);
        return find(tx, workspace, id);
    }

    Optional<KeptSource> byKey(ReadTx tx, String host, String kind, String key) {
        return tx.first(
                SELECT + " where s.host_id = ? and s.kind = ? and s.key = ?",
                this::read,
                host,
                kind,
                key);
    }

    List<KeptSource> all(ReadTx tx, WorkspaceId workspace, int limit) {
        return tx.list(
                SELECT + " where s.workspace_id = ? order by s.created_at, s.id limit ?",
                this::read,
                workspace,
                limit);
    }

    /// Those of all workspaces that are not paused.
    List<KeptSource> running(ReadTx tx, SourceType type, String after, int limit) {
        return tx.list(
                SELECT
                        + " where s.type = ? and s.status <> 'paused' and s.id > ? order by s.id limit ?",
                this::read,
                type.wire(),
                after,
                limit);
    }

    /// The number of the next event.
    long next(Tx tx, String id) {
        return tx.first(NEXT, row -> row.number(1), id).orElseThrow();
    }

    void change(Tx tx, String id, @Nullable String configRef, ObjectNode config, Instant now) {
        tx.execute(CHANGE, configRef, json.text(config), now, id);
    }

    /// The first time counts.
    void locate(Tx tx, String id, String placeId) {
        tx.execute(PLACE, placeId, id);
    }

    void forgetPlace(Tx tx, String id) {
        tx.execute("update event_source set place_id = null where id = ?", id);
    }

    void rename(Tx tx, String id, String key, ObjectNode config, Instant now) {
        tx.execute(RENAME, key, json.text(config), now, id);
    }

    boolean become(Tx tx, String id, SourceStatus status, Instant now) {
        return tx.execute(STATUS, status.wire(), now, id, status.wire()) == 1;
    }

    void reached(Tx tx, String id, @Nullable String checkpoint) {
        tx.execute(CHECKPOINT, checkpoint, id);
    }

    void troubled(Tx tx, String id, String trouble, Instant now) {
        tx.execute(TROUBLE, trouble, now, id);
    }

    void delete(Tx tx, String id) {
        tx.execute(DELETE, id);
    }

    private KeptSource read(Row row) {
        return new KeptSource(
                new WorkspaceId(row.number(2)),
                row.text(1),
                row.text(3),
                SourceType.of(row.text(4)),
                row.text(5),
                row.text(6),
                row.textOrNull(7),
                row.textOrNull(8),
                json.tree(row.text(9)) instanceof ObjectNode config ? config : Json.emptyObject(),
                SourceStatus.of(row.text(10)),
                row.textOrNull(11),
                row.textOrNull(12),
                row.textOrNull(13),
                row.number(14),
                row.instant(15),
                row.instant(16));
    }
}
