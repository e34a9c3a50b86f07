package dev.waybill.protocol.node;

import dev.waybill.protocol.id.AgentId;
import org.jspecify.annotations.Nullable;

/// What a node gets for an agent it hosts from now on; the cursor only where it asked for it.
public record AgentRegistered(
        AgentId agentId, String token, String name, @Nullable Long deliveryAckSeq) {}
