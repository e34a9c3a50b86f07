package dev.waybill.server.ledger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.workspace.ChannelKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One event that a row of the ledger stands for, with what decides who may see it. The payload is the event as observers
/// get it (`relay-wire` §4.3), without its numbers; several events of one row share the row's number.
public record LedgerEvent(
        long seq,
        String type,
        @Nullable Room room,
        @Nullable AgentId agent,
        ObjectNode payload,
        Instant at) {
    /// Where it happened. The name of a conversation is its id.
    public record Room(ChannelId id, ChannelKind kind, String name) {}
}
