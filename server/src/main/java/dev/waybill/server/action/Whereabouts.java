package dev.waybill.server.action;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.action.HostTable.Room;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.AgentName;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the spot where a handler can be reached, and for a spawn the node with most room.
final class Whereabouts {
    private final HostTable hosts;
    private final Handlers handlers;

    Whereabouts(HostTable hosts, Handlers handlers) {
        this.hosts = hosts;
        this.handlers = handlers;
    }

    Spot of(ReadTx tx, WorkspaceId workspace, Handler handler, String action) {
        Spot spot = found(tx, workspace, handler, action);
        return spot instanceof Spot.ToNode to && !handlers.hasRoom(to.node(), to.provider())
                ? new Spot.Busy("Node " + to.node() + " does not take more now")
                : spot;
    }

    private Spot found(ReadTx tx, WorkspaceId workspace, Handler handler, String action) {
        return switch (handler) {
            case Handler.OfAgent(var agent) -> ofAgent(tx, agent, action);
            case Handler.OfNode(var node, var provider) -> ofNode(node, provider, action);
            case Handler.Spawn spawn -> forSpawn(tx, workspace, spawn);
            case Handler.Release(var name) -> forRelease(tx, workspace, name);
            case Handler.Status(var name) -> forStatus(tx, workspace, name);
        };
    }

    private Spot ofAgent(ReadTx tx, AgentId agent, String action) {
        String name = hosts.name(tx, agent).orElse(null);
        if (name == null) {
            return new Spot.Nowhere("The agent that handles it was removed");
        }
        return switch (handlers.agent(agent)) {
            case Reach.Direct _ -> new Spot.ToAgent(agent, name);
            case Reach.Hosted(var node, var provider, var _) ->
                    new Spot.ToNode(node, provider, action, agent, name);
            case Reach.Absent _ -> new Spot.Nowhere("Agent \"" + name + "\" is not connected");
        };
    }

    private Spot ofNode(NodeId node, String provider, String action) {
        return handlers.node(node, provider).isPresent()
                ? new Spot.ToNode(node, provider, action, null, null)
                : new Spot.Nowhere("Node " + node + " is not connected");
    }

    private Spot forSpawn(ReadTx tx, WorkspaceId workspace, Handler.Spawn spawn) {
        return hosts.rooms(tx, workspace).stream()
                .filter(room -> spawn.target() == null || spawn.target().equals(room.node().id()))
                .filter(room -> !room.isFull())
                .flatMap(room -> live(tx, room, spawn.capability()))
                .findFirst()
                .orElseGet(() -> new Spot.Nowhere("No live node provides " + spawn.capability()));
    }

    private Stream<Spot> live(ReadTx tx, Room room, String capability) {
        NodeId node = room.node().id();
        return hosts.providers(tx, node, capability).stream()
                .filter(provider -> handlers.node(node, provider).isPresent())
                .map(provider -> new Spot.ToNode(node, provider, capability, null, null));
    }

    private Spot forRelease(ReadTx tx, WorkspaceId workspace, String name) {
        Optional<AgentName> agent = hosts.agent(tx, workspace, name);
        if (agent.isEmpty()) {
            return new Spot.Here(BuiltIn.released());
        }
        AgentId id = agent.get().id();
        return handlers.agent(id) instanceof Reach.Hosted(var node, var provider, var _)
                ? new Spot.ToNode(node, provider, BuiltIn.RELEASE, id, name)
                : new Spot.Here(BuiltIn.released());
    }

    private Spot forStatus(ReadTx tx, WorkspaceId workspace, String name) {
        return hosts.status(tx, workspace, name)
                .<Spot>map(Spot.Here::new)
                .orElseGet(() -> new Spot.Nowhere("Agent \"" + name + "\" was removed"));
    }
}
