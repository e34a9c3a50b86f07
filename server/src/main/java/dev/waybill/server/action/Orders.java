package dev.waybill.server.action;

import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Finds out who is to handle a call, or why it may not be made.
final class Orders {
    private final ActionTable actions;
    private final HostTable hosts;
    private final Handlers handlers;

    Orders(ActionTable actions, HostTable hosts, Handlers handlers) {
        this.actions = actions;
        this.hosts = hosts;
        this.handlers = handlers;
    }

    /// By name: an agent's action, then one a node claims for the workspace, then one that is built in.
    Order named(ReadTx tx, Caller.Agent caller, String name, JsonNode input) {
        Optional<RegisteredAction> found =
                actions.find(tx, caller.workspace(), name)
                        .filter(action -> action.handlerAgent() != null || action.global());
        if (found.isPresent()) {
            return registered(caller, found.get(), input);
        }
        if (BuiltIn.isSpawn(name)) {
            return spawn(tx, caller, name, input);
        }
        if (name.equals(BuiltIn.RELEASE)) {
            return release(tx, caller, input);
        }
        throw Actions.unknown(name);
    }

    Order onNode(ReadTx tx, Caller.Agent caller, String node, String name, JsonNode input) {
        WorkspaceId workspace = caller.workspace();
        HostTable.Node host =
                hosts.node(tx, workspace, node).orElseThrow(() -> HostTable.unknownNode(node));
        return actions.find(tx, workspace, host.id(), name)
                .map(action -> registered(caller, action, input))
                .orElseThrow(() -> Actions.unknown(name));
    }

    Order spawn(ReadTx tx, Caller caller, String name, JsonNode input) {
        String capability = BuiltIn.capability(name, input);
        String target = BuiltIn.target(input);
        NodeId node = target == null ? null : target(tx, caller, target, capability);
        return new Order(
                caller, BuiltIn.SPAWN, null, new Handler.Spawn(capability, node), false, input);
    }

    Order release(ReadTx tx, Caller caller, JsonNode input) {
        Handler.Release release = BuiltIn.release(input);
        if (hosts.agent(tx, caller.workspace(), release.agent()).isEmpty()) {
            throw HostTable.unknownAgent(release.agent());
        }
        return new Order(caller, BuiltIn.RELEASE, null, release, false, input);
    }

    private static Order registered(Caller.Agent caller, RegisteredAction found, JsonNode input) {
        String name = found.action().name();
        if (!found.availableTo(caller.name())) {
            throw new Refusal(
                    Reason.ACTION_DENIED,
                    "Agent \""
                            + caller.name()
                            + "\" is not authorized to invoke action \""
                            + name
                            + "\"");
        }
        return new Order(caller, name, found.action().id(), found.handler(), found.queued(), input);
    }

    private NodeId target(ReadTx tx, Caller caller, String target, String capability) {
        if (BuiltIn.isSelf(target)) {
            return self(caller);
        }
        HostTable.Node node =
                hosts.node(tx, caller.workspace(), target)
                        .orElseThrow(() -> HostTable.unknownNode(target));
        if (hosts.providers(tx, node.id(), capability).isEmpty()) {
            throw new Refusal(
                    Reason.CAPABILITY_MISMATCH,
                    "Node \"" + node.name() + "\" does not provide " + capability);
        }
        return node.id();
    }

    private NodeId self(Caller caller) {
        return switch (caller) {
            case Caller.Node(var _, var node) -> node;
            case Caller.Agent agent
                    when handlers.agent(agent.agent()) instanceof Reach.Hosted host ->
                    host.node();
            case Caller.Agent(var _, var _, var name) ->
                    throw new Refusal(
                            Reason.PLACEMENT_SELF_UNAVAILABLE,
                            "Agent \"" + name + "\" runs on no node");
            case Caller.Owner _, Caller.Observer _, Caller.Webhook _ ->
                    throw new Refusal(
                            Reason.PLACEMENT_SELF_REQUIRES_AGENT,
                            "Only an agent or a node can ask for its own node");
        };
    }
}
