package dev.waybill.server.workspace;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Workspace;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Workspaces, by id and by name. Deleted ones are never found.
final class WorkspaceTable {
    private static final String INSERT =
            "insert into workspace (id, name, plan, created_at, deleted_at) values (?, ?, ?, ?, ?)";
    private static final String SELECT =
            """
            select id, name, plan, system_prompt, created_at, metadata from workspace
            where (deleted_at is null or deleted_at > ?)\
            """;
    private static final String CHANGE =
            "update workspace set name = ?, system_prompt = ?, metadata = ? where id = ?";
    private static final String DELETE = "update workspace set deleted_at = ? where id = ?";

    private final Json json;

    WorkspaceTable(Json json) {
        this.json = json;
    }

    void insert(Tx tx, Workspace workspace, @Nullable Instant end) {
        tx.execute(
                INSERT,
                workspace.id(),
                workspace.name(),
                workspace.plan(),
                workspace.createdAt(),
                end);
    }

    Optional<Workspace> find(ReadTx tx, WorkspaceId id, Instant now) {
        return tx.first(SELECT + " and id = ?", this::read, now, id);
    }

    /// The oldest one, should several have the name.
    Optional<Workspace> find(ReadTx tx, String name, Instant now) {
        return tx.first(SELECT + " and name = ? order by id limit 1", this::read, now, name);
    }

    void change(Tx tx, Workspace workspace) {
        tx.execute(
                CHANGE,
                workspace.name(),
                workspace.systemPrompt(),
                json.text(workspace.metadata()),
                workspace.id());
    }

    void delete(Tx tx, WorkspaceId workspace, Instant now) {
        tx.execute(DELETE, now, workspace);
    }

    private Workspace read(Row row) {
        return new Workspace(
                new WorkspaceId(row.number(1)),
                row.text(2),
                row.text(3),
                row.textOrNull(4),
                row.instant(5),
                json.tree(row.text(6)));
    }
}
