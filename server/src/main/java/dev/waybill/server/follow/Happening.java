package dev.waybill.server.follow;

import dev.waybill.protocol.id.AgentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One row of the ledger with its data in full: of a message all that its recipients are told (`relay-wire` §3.5), of
/// anything else what was recorded.
public record Happening(
        long seq,
        String type,
        @Nullable String channel,
        @Nullable AgentId agent,
        @Nullable String agentName,
        @Nullable String text,
        ObjectNode data,
        Instant at) {}
