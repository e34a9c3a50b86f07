package dev.waybill.bench.waybill;

import dev.waybill.server.message.Checksum;
import org.jspecify.annotations.Nullable;

/// The row of a message in the one workspace, with its checksum, as the server writes it.
final class MessageRow {
    static final String INSERT =
            """
            insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode, checksum)
            values (?, 1, ?, ?, ?, ?, 'wait', ?)
            """;
    private static final @Nullable String NONE = null;

    private MessageRow() {}

    static Object[] of(long id, long room, long sender, String text, String metadata) {
        return new Object[] {
            id, room, sender, text, metadata, checksum(id, room, sender, text, metadata)
        };
    }

    private static long checksum(long id, long room, long sender, String text, String metadata) {
        return new Checksum()
                .with(id)
                .with(1)
                .with(room)
                .with(sender)
                .with(0)
                .with(text)
                .with(NONE)
                .with(metadata)
                .with("wait")
                .with(NONE)
                .with(NONE)
                .with(NONE)
                .value();
    }
}
