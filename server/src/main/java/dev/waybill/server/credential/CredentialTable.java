package dev.waybill.server.credential;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.CredentialView;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Sealed credentials, by name within their workspace.
final class CredentialTable {
    private static final String SELECT =
            """
            select name, provider, fields, is_default, created_at, updated_at, sealed, key_id
            from credential
            where workspace_id = ?\
            """;
    private static final String PUT =
            """
            insert into credential
                (workspace_id, name, provider, fields, sealed, key_id, is_default, created_at, updated_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, name) do update set
                provider = excluded.provider, fields = excluded.fields, sealed = excluded.sealed,
                key_id = excluded.key_id, is_default = excluded.is_default, updated_at = excluded.updated_at
            """;
    private static final String NO_DEFAULT =
            """
            update credential set is_default = 0
            where workspace_id = ? and provider = ? and name <> ? and is_default = 1
            """;
    private static final String DELETE =
            "delete from credential where workspace_id = ? and name = ?";
    private static final String COUNT = "select count(*) from credential where workspace_id = ?";

    private static final String ORPHANS =
            """
            select c.workspace_id, c.name from workspace w join credential c on c.workspace_id = w.id
            where w.deleted_at <= ? limit ?
            """;

    /// One whose workspace is gone.
    record Orphan(WorkspaceId workspace, String name) {}

    /// One as it is kept.
    record Sealed(CredentialView view, String sealed, String keyId) {}

    Optional<Sealed> find(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(SELECT + " and name = ?", CredentialTable::read, workspace, name);
    }

    Optional<Sealed> standard(ReadTx tx, WorkspaceId workspace, String provider) {
        return tx.first(
                SELECT + " and provider = ? and is_default = 1",
                CredentialTable::read,
                workspace,
                provider);
    }

    List<CredentialView> all(ReadTx tx, WorkspaceId workspace) {
        return tx
                .list(SELECT + " order by name limit 1000", CredentialTable::read, workspace)
                .stream()
                .map(Sealed::view)
                .toList();
    }

    void put(Tx tx, WorkspaceId workspace, Sealed kept, Instant now) {
        CredentialView view = kept.view();
        if (view.isDefault()) {
            tx.execute(NO_DEFAULT, workspace, view.provider(), view.name());
        }
        tx.execute(
                PUT,
                workspace,
                view.name(),
                view.provider(),
                String.join(",", view.fields()),
                kept.sealed(),
                kept.keyId(),
                view.isDefault() ? 1 : 0,
                view.createdAt(),
                now);
    }

    void delete(Tx tx, WorkspaceId workspace, String name) {
        tx.execute(DELETE, workspace, name);
    }

    List<Orphan> orphans(ReadTx tx, Instant now, int limit) {
        return tx.list(
                ORPHANS,
                row -> new Orphan(new WorkspaceId(row.number(1)), row.text(2)),
                now,
                limit);
    }

    long count(ReadTx tx, WorkspaceId workspace) {
        return tx.first(COUNT, row -> row.number(1), workspace).orElse(0L);
    }

    private static Sealed read(Row row) {
        return new Sealed(
                new CredentialView(
                        row.text(1),
                        row.text(2),
                        Arrays.asList(row.text(3).split(",", -1)),
                        row.number(4) == 1,
                        row.instant(5),
                        row.instant(6)),
                row.text(7),
                row.text(8));
    }
}
