package dev.waybill.server.message;

import dev.waybill.protocol.id.MessageId;
import org.jspecify.annotations.Nullable;

/// Which part of a channel is wanted: at most `limit` messages, older than `before`, newer than `after`.
public record MessagePage(int limit, @Nullable MessageId before, @Nullable MessageId after) {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 100;

    /// A page ends before it grows beyond this, however few messages it holds then; it holds one at least.
    public static final long MAX_CHARACTERS = 4 << 20;

    public MessagePage {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "limit is not within 1.." + MAX_LIMIT + ": " + limit);
        }
    }

    MessagePage olderThan(MessageId id) {
        return new MessagePage(limit, id, after);
    }

    MessagePage newerThan(MessageId id) {
        return new MessagePage(limit, before, id);
    }
}
