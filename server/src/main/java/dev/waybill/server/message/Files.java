package dev.waybill.server.message;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.message.Attachment;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files that a message may take along: those of its workspace that are there whole.
final class Files {
    private static final String FIND =
            """
            select id, filename, content_type, size_bytes from file
            where id = ? and workspace_id = ? and status = 'complete'
            """;

    List<Attachment> of(ReadTx tx, WorkspaceId workspace, @Nullable List<String> files) {
        return files == null
                ? List.of()
                : files.stream().distinct().map(file -> find(tx, workspace, file)).toList();
    }

    private static Attachment find(ReadTx tx, WorkspaceId workspace, String file) {
        return tx.first(
                        FIND,
                        row -> new Attachment(row.text(1), row.text(2), row.text(3), row.number(4)),
                        file,
                        workspace)
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.INVALID_REQUEST,
                                        "Attachment \"" + file + "\" is not an uploaded file"));
    }
}
