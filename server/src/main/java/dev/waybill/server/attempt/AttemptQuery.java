package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.ApprovalState;
import dev.waybill.protocol.outbound.AttemptStatus;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Which attempts are asked for.
///
/// @param agent by name or id
/// @param cursor where the page before ended
public record AttemptQuery(
        @Nullable AttemptStatus status,
        @Nullable ApprovalState approval,
        @Nullable String provider,
        @Nullable String agent,
        @Nullable String item,
        @Nullable String operation,
        @Nullable Instant since,
        int limit,
        @Nullable Cursor cursor) {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 200;

    /// The last attempt of a page.
    public record Cursor(Instant createdAt, String id) {
        /// An [IllegalArgumentException] says that it is none.
        public static Cursor parse(String text) {
            int dot = text.indexOf('.');
            if (dot < 1 || !text.substring(0, dot).matches("[0-9]{1,15}")) {
                throw new IllegalArgumentException("is not one that was given here");
            }
            return new Cursor(
                    Instant.ofEpochMilli(Long.parseLong(text.substring(0, dot))),
                    text.substring(dot + 1));
        }

        String text() {
            return createdAt.toEpochMilli() + "." + id;
        }
    }

    /// What waits has an index of its own, which serves only who names it in the statement.
    private static void approved(ApprovalState state, BiConsumer<String, List<Object>> condition) {
        if (state == ApprovalState.PENDING) {
            condition.accept("approval = 'pending'", List.of());
        } else {
            condition.accept("approval = ?", List.of(state.wire()));
        }
    }

    /// Gives each condition with its values.
    void each(BiConsumer<String, List<Object>> condition) {
        if (status != null) {
            condition.accept("status = ?", List.of(status.wire()));
        }
        if (approval != null) {
            approved(approval, condition);
        }
        if (provider != null) {
            condition.accept("provider = ?", List.of(provider));
        }
        if (agent != null) {
            condition.accept(
                    "(agent_name = ? or cast(agent_id as text) = ?)", List.of(agent, agent));
        }
        if (item != null) {
            condition.accept("item_id = ?", List.of(item));
        }
        if (operation != null) {
            condition.accept("operation = ?", List.of(operation));
        }
        if (since != null) {
            condition.accept("created_at >= ?", List.of(since));
        }
        if (cursor != null) {
            condition.accept(
                    "(created_at < ? or (created_at = ? and id < ?))",
                    List.of(cursor.createdAt(), cursor.createdAt(), cursor.id()));
        }
    }
}
