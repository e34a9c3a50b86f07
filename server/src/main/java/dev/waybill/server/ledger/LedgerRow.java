package dev.waybill.server.ledger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One row with the room and the message it is about, if any.
record LedgerRow(
        long seq,
        String type,
        LedgerEvent.@Nullable Room room,
        @Nullable AgentId agent,
        String subject,
        @Nullable String payload,
        Instant at,
        @Nullable Said message) {
    /// The events that are made of messages.
    static final Set<String> MESSAGES =
            Set.of("message.created", "thread.reply", "dm.received", "group_dm.received");

    /// What was said, by whom.
    record Said(
            MessageId id,
            AgentId author,
            String authorName,
            String text,
            String mode,
            @Nullable String attachments,
            @Nullable MessageId thread) {}

    boolean isMessage() {
        return MESSAGES.contains(type);
    }

    long weight() {
        return (payload == null ? 0L : payload.length())
                + (message == null ? 0 : message.text().length());
    }
}
