package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.wire.WireWord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an agent reads and settles, as it is kept without its items.
///
/// @param digest the thread it is a snapshot of; null for a single item
/// @param message the message in the agent's mailbox, once it is there
record KeptEntry(
        String id,
        WorkspaceId workspace,
        AgentId agent,
        long sequence,
        @Nullable Snapshot digest,
        String summary,
        int count,
        Instant firstItemAt,
        Instant lastItemAt,
        @Nullable DeliveryHandle handle,
        DeliveryTerms terms,
        Mail mail,
        @Nullable MessageId message,
        @Nullable Instant ackedAt,
        @Nullable Instant supersededAt) {
    /// Which state of which thread.
    record Snapshot(String thread, long revision) {}

    /// What has become of its message.
    enum Mail implements WireWord {
        /// The mailbox had no room yet.
        WAITING("waiting"),
        OPEN("open"),
        SETTLED("settled"),
        /// The agent could not be given it; the entry is still there to be read.
        LOST("lost");

        private final String wire;

        Mail(String wire) {
            this.wire = wire;
        }

        static Mail of(String word) {
            return WireWord.parse(Mail.class, word);
        }

        @Override
        public String wire() {
            return wire;
        }
    }

    String kind() {
        return digest == null ? "item" : "digest_snapshot";
    }

    boolean visible() {
        return ackedAt == null && supersededAt == null;
    }
}
