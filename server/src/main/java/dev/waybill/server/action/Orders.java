package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionCaller;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.action.Order.Patience;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Finds the action that is called and who is to handle it, or says why the call may not be made.
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
    Found find(ReadTx tx, Caller.Agent caller, Ask ask) {
        ActionCaller by = hosts.caller(tx, caller);
        return switch (ask) {
            case Ask.Named(var name, var _) -> named(tx, by, caller.workspace(), name);
            case Ask.OnNode(var node, var name, var _) ->
                    available(by, onNode(tx, caller.workspace(), node, name));
        };
    }

    /// What is to be done about a call of an action that was found.
    Order order(ReadTx tx, Caller.Agent caller, Found found, JsonNode input) {
        RegisteredAction action = found.registered();
        if (action == null) {
            return builtIn(tx, caller, found.name(), input).by(found.caller());
        }
        return new Order(
                caller,
                found.caller(),
                found.name(),
                action.action().id(),
                action.handler(),
                action.queued() ? Patience.LONG : Patience.NONE,
                input);
    }

    private Order spawn(ReadTx tx, Caller caller, String name, JsonNode input) {
        String capability = BuiltIn.capability(name, input);
        String target = BuiltIn.target(input);
        NodeId node = target == null ? null : target(tx, caller, target, capability);
        boolean older = !name.equals(BuiltIn.CREATE);
        return new Order(
                caller,
                null,
                name,
                null,
                new Handler.Spawn(capability, node),
                older ? Patience.NONE : Patience.SOME,
                input);
    }

    private Order release(ReadTx tx, Caller caller, String name, JsonNode input) {
        Handler.Release release = BuiltIn.release(input);
        requireAgent(tx, caller.workspace(), release.agent());
        return new Order(caller, null, name, null, release, Patience.NONE, input);
    }

    private Found named(ReadTx tx, ActionCaller by, WorkspaceId workspace, String name) {
        return actions.find(tx, workspace, name)
                .filter(RegisteredAction::answersToItsName)
                .map(action -> available(by, action))
                .or(() -> builtIn(by, name))
                .orElseThrow(() -> Actions.unknown(name));
    }

    private RegisteredAction onNode(ReadTx tx, WorkspaceId workspace, String node, String name) {
        HostTable.Node host =
                hosts.node(tx, workspace, node).orElseThrow(() -> HostTable.unknownNode(node));
        return actions.find(tx, workspace, host.id(), name)
                .orElseThrow(() -> Actions.unknown(name));
    }

    private static Optional<Found> builtIn(ActionCaller by, String name) {
        return BuiltIn.contains(name) ? Optional.of(new Found(name, null, by)) : Optional.empty();
    }

    private static Found available(ActionCaller by, RegisteredAction action) {
        String name = action.action().name();
        if (!action.availableTo(Found.chosen(by))) {
            throw new Refusal(
                    Reason.ACTION_DENIED,
                    "Agent \""
                            + by.name()
                            + "\" is not authorized to invoke action \""
                            + name
                            + "\"");
        }
        return new Found(name, action, by);
    }

    /// What is to be done about a call of a built-in action.
    Order builtIn(ReadTx tx, Caller caller, String name, JsonNode input) {
        if (BuiltIn.isSpawn(name)) {
            return spawn(tx, caller, name, input);
        }
        if (BuiltIn.isRelease(name)) {
            return release(tx, caller, name, input);
        }
        Handler.Status status = BuiltIn.status(input);
        requireAgent(tx, caller.workspace(), status.agent());
        return new Order(caller, null, name, null, status, Patience.NONE, input);
    }

    private void requireAgent(ReadTx tx, WorkspaceId workspace, String name) {
        if (hosts.agent(tx, workspace, name).isEmpty()) {
            throw HostTable.unknownAgent(name);
        }
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
