package dev.waybill.server.file;

import dev.waybill.protocol.file.FileStatus;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Files, by id and by workspace.
final class FileTable {
    private static final int SWEPT_AT_ONCE = 100;

    private static final String INSERT =
            """
            insert into file (id, workspace_id, filename, content_type, size_bytes, uploaded_by, status, created_at,
                              expires_at, upload_hash, secret)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String SELECT =
            """
            select f.id, f.workspace_id, f.filename, f.content_type, f.size_bytes, f.uploaded_by,
                   coalesce(a.name, f.uploaded_by), f.status, f.created_at, f.expires_at, f.upload_hash, f.secret
            from file f left join author a on a.id = cast(f.uploaded_by as bigint)
            """;
    private static final String USED =
            "select coalesce(sum(size_bytes), 0) from file where workspace_id = ? and status <> 'deleted'";
    private static final String RECEIVED =
            """
            update file set upload_hash = null, sha256 = ? where id = ? and upload_hash = ? and status = 'pending'
            """;
    private static final String COMPLETE =
            "update file set status = 'complete', expires_at = null where id = ? and status = 'pending'";
    private static final String MARK_DELETED =
            "update file set status = 'deleted' where id = ? and status <> 'deleted'";
    private static final String ABANDONED =
            SELECT
                    + " where f.status = 'deleted' or (f.status = 'pending' and f.expires_at < ?)"
                    + " order by f.id limit ?";
    private static final String ABANDON =
            """
            update file set status = 'deleted'
            where id = ? and (status = 'deleted' or (status = 'pending' and expires_at < ?))
            """;
    private static final String REMOVE = "delete from file where id = ?";

    void insert(Tx tx, StoredFile file) {
        tx.execute(
                INSERT,
                file.id(),
                file.workspace(),
                file.filename(),
                file.contentType(),
                file.sizeBytes(),
                file.uploaderId(),
                file.status().wire(),
                file.createdAt(),
                file.expiresAt(),
                file.uploadHash(),
                file.secret());
    }

    Optional<StoredFile> find(ReadTx tx, String id) {
        return tx.first(SELECT + " where f.id = ? and f.status <> 'deleted'", FileTable::read, id);
    }

    /// Newest first; of one uploader if it is named.
    List<StoredFile> list(
            ReadTx tx, WorkspaceId workspace, @Nullable String uploadedBy, int limit) {
        String mine = uploadedBy == null ? "" : " and (f.uploaded_by = ? or a.name = ?)";
        String sql =
                SELECT
                        + " where f.workspace_id = ? and f.status <> 'deleted'"
                        + mine
                        + " order by f.created_at desc, f.id desc limit ?";
        return uploadedBy == null
                ? tx.list(sql, FileTable::read, workspace, limit)
                : tx.list(sql, FileTable::read, workspace, uploadedBy, uploadedBy, limit);
    }

    long used(ReadTx tx, WorkspaceId workspace) {
        return tx.first(USED, row -> row.number(1), workspace).orElse(0L);
    }

    /// False when the upload is over already.
    boolean received(Tx tx, StoredFile file, String sha256) {
        return tx.execute(RECEIVED, sha256, file.id(), file.uploadHash()) == 1;
    }

    boolean complete(Tx tx, StoredFile file) {
        return tx.execute(COMPLETE, file.id()) == 1;
    }

    void markDeleted(Tx tx, String id) {
        tx.execute(MARK_DELETED, id);
    }

    /// Some of those nobody wants: deleted, or announced and not completed in time.
    List<StoredFile> abandoned(ReadTx tx, Instant now) {
        return tx.list(ABANDONED, FileTable::read, now, SWEPT_AT_ONCE);
    }

    /// False when somebody has completed it meanwhile.
    boolean abandon(Tx tx, StoredFile file, Instant now) {
        return tx.execute(ABANDON, file.id(), now) == 1;
    }

    void remove(Tx tx, String id) {
        tx.execute(REMOVE, id);
    }

    private static StoredFile read(Row row) {
        return new StoredFile(
                row.text(1),
                new WorkspaceId(row.number(2)),
                row.text(3),
                row.text(4),
                row.number(5),
                row.text(6),
                row.text(7),
                FileStatus.of(row.text(8)),
                row.instant(9),
                row.instantOrNull(10),
                row.textOrNull(11),
                Objects.requireNonNullElse(row.textOrNull(12), ""));
    }
}
