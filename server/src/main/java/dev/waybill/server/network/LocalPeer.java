package dev.waybill.server.network;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An agent of this server as others in a channel of the network know it.
///
/// @param session names this membership; an agent has one in each channel it has joined
record LocalPeer(
        String session,
        WorkspaceId workspace,
        AgentId agent,
        String agentName,
        Scope scope,
        PeerId peer,
        @Nullable String displayName,
        Introduction introduction,
        Instant joinedAt) {}
