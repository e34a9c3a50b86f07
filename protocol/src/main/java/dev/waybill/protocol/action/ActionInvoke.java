package dev.waybill.protocol.action;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a node is asked to do: the fields of an `action.invoke` frame. The agent is named when one of the node's agents
/// handles the action.
public record ActionInvoke(
        InvocationId invocationId,
        String action,
        @Nullable AgentId agentId,
        @Nullable String agentName,
        JsonNode input) {}
