package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.Host;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Accounts that sources belong to.
final class HostTable {
    private static final String INSERT =
            """
            insert into event_host (id, workspace_id, type, key, config_ref, config, status, created_at, updated_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, type, key) do nothing
            """;
    private static final String SELECT =
            """
            select id, type, key, config_ref, config, status, created_at, updated_at
            from event_host where workspace_id = ?\
            """;

    private final Json json;

    HostTable(Json json) {
        this.json = json;
    }

    /// False where there is one of that type and key.
    boolean insert(Tx tx, WorkspaceId workspace, Host host) {
        return 1
                == tx.execute(
                        INSERT,
                        host.hostId(),
                        workspace,
                        host.hostType(),
                        host.hostKey(),
                        host.configRef(),
                        json.text(host.config()),
                        host.status(),
                        host.createdAt(),
                        host.updatedAt());
    }

    Optional<Host> find(ReadTx tx, WorkspaceId workspace, String id) {
        return tx.first(SELECT + " and id = ?", this::read, workspace, id);
    }

    Optional<Host> byKey(ReadTx tx, WorkspaceId workspace, String type, String key) {
        return tx.first(SELECT + " and type = ? and key = ?", this::read, workspace, type, key);
    }

    List<Host> all(ReadTx tx, WorkspaceId workspace, int limit) {
        return tx.list(SELECT + " order by created_at, id limit ?", this::read, workspace, limit);
    }

    private Host read(Row row) {
        return new Host(
                row.text(1),
                row.text(2),
                row.text(3),
                row.textOrNull(4),
                json.tree(row.text(5)) instanceof ObjectNode config ? config : Json.emptyObject(),
                row.text(6),
                row.instant(7),
                row.instant(8));
    }
}
