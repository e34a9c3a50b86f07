package dev.waybill.server.action;

import dev.waybill.protocol.action.Capability;
import dev.waybill.protocol.action.CapabilityKind;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionTable.Draft;
import dev.waybill.server.action.ActionTable.Known;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Keeps the actions of nodes in step with what the nodes say they can do.
final class NodeActions {
    private final Ground ground;
    private final ActionTable actions;
    private final Results results;
    private final Notices notices;

    NodeActions(Ground ground, ActionTable actions, Results results, Notices notices) {
        this.ground = ground;
        this.actions = actions;
        this.results = results;
        this.notices = notices;
    }

    void advertised(
            Tx tx, WorkspaceId workspace, Handler.OfNode host, List<Capability> capabilities) {
        List<Capability> offered =
                capabilities.stream()
                        .filter(c -> c.resolvedKind() == CapabilityKind.ACTION)
                        .toList();
        Instant now = ground.clock().instant();
        prune(tx, workspace, host, offered, now);
        for (Capability capability : offered) {
            offer(tx, workspace, host, capability, now);
        }
    }

    /// Whether nobody but the node has claimed the name for the workspace.
    boolean isFree(ReadTx tx, WorkspaceId workspace, NodeId node, String name) {
        return actions.find(tx, workspace, name)
                .filter(action -> action.handlerAgent() != null || action.global())
                .filter(action -> !node.equals(action.action().handlerNodeId()))
                .isEmpty();
    }

    private void prune(
            Tx tx,
            WorkspaceId workspace,
            Handler.OfNode host,
            List<Capability> offered,
            Instant now) {
        Set<String> names = offered.stream().map(Capability::name).collect(Collectors.toSet());
        for (RegisteredAction action : actions.of(tx, workspace, host.node())) {
            boolean mine = action.handler().equals(host);
            if (mine && !names.contains(action.action().name())) {
                results.failOpen(tx, action.action().id(), "action_deleted", now);
                actions.delete(tx, action.action().id());
                notices.deleted(tx, workspace, action.action(), now);
            }
        }
    }

    private void offer(
            Tx tx, WorkspaceId workspace, Handler.OfNode host, Capability capability, Instant now) {
        Draft draft = draft(host, capability, claims(tx, workspace, host, capability));
        Optional<Known> known = actions.known(tx, workspace, capability.name(), host.node());
        if (known.isPresent()) {
            actions.advertise(tx, known.get().id(), draft, now);
            return;
        }
        ActionId id = ground.actionId();
        actions.insert(tx, id, workspace, draft, now);
        notices.registered(tx, workspace, draft, id, now);
    }

    private boolean claims(
            ReadTx tx, WorkspaceId workspace, Handler.OfNode host, Capability capability) {
        boolean free = isFree(tx, workspace, host.node(), capability.name());
        if (capability.claimsName() && !free) {
            throw new Refusal(
                    Reason.ACTION_NAME_CONFLICT,
                    "The name \"" + capability.name() + "\" is taken by another action");
        }
        return free && (capability.claimsName() || host.provider().equals(Handler.DEFAULT));
    }

    private static Draft draft(Handler.OfNode host, Capability capability, boolean global) {
        return new Draft(
                capability.name(),
                "Node handler " + capability.name(),
                null,
                host.node(),
                host.provider(),
                Json.emptyObject(),
                Json.emptyObject(),
                null,
                global,
                capability.waits());
    }
}
