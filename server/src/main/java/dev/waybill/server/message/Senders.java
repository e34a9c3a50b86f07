package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import org.jspecify.annotations.Nullable;

/// Tells in whose name a message is sent: an agent's own, or that of an agent a node hosts.
final class Senders {
    private static final String DIRECT_NODE = "node_direct_";
    private static final String HOSTED =
            """
            select id, name, node_id from agent where workspace_id = ? and name = ? and deleted_at is null
            """;

    private record Hosted(AgentId id, String name, @Nullable String node) {
        boolean on(NodeId wanted) {
            return wanted.value().equals(node) || wanted.value().equals(DIRECT_NODE + id);
        }
    }

    Caller.Agent of(ReadTx tx, Caller caller, @Nullable String from) {
        return switch (caller) {
            case Caller.Agent agent -> itself(agent, from);
            case Caller.Node node -> hosted(tx, node, from);
            case Caller.Owner _, Caller.Observer _, Caller.Webhook _ ->
                    throw new Refusal(Reason.AGENT_TOKEN_REQUIRED, "An agent token is required");
        };
    }

    private static Caller.Agent itself(Caller.Agent agent, @Nullable String from) {
        if (from != null && !from.equals(agent.name())) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "\"" + agent.name() + "\" may not speak for \"" + from + "\"");
        }
        return agent;
    }

    private static Caller.Agent hosted(ReadTx tx, Caller.Node node, @Nullable String from) {
        if (from == null) {
            throw new Refusal(
                    Reason.INVALID_REQUEST, "from is required where a node sends a message");
        }
        Hosted agent =
                tx.first(
                                HOSTED,
                                row ->
                                        new Hosted(
                                                new AgentId(row.number(1)),
                                                row.text(2),
                                                row.textOrNull(3)),
                                node.workspace(),
                                from)
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.AGENT_NOT_FOUND,
                                                "Agent \"" + from + "\" not found"));
        if (!agent.on(node.node())) {
            throw new Refusal(
                    Reason.FORBIDDEN, "Agent \"" + from + "\" is not on node " + node.node());
        }
        return new Caller.Agent(node.workspace(), agent.id(), agent.name());
    }
}
