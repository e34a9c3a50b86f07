package dev.waybill.server.node;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.http.route.Authenticator;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Gate;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.socket.SocketHandler;
import dev.waybill.server.http.socket.SocketRoute;
import dev.waybill.server.http.socket.Upgrade;
import dev.waybill.server.workspace.Caller;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The door at `/v1/node/ws`, and what happens to those inside when agents move or leave.
public final class NodeChannel {
    private final NodeDesk desk;
    private final Gate gate;
    private final Frames frames;
    private final Set<AgentId> leaving = ConcurrentHashMap.newKeySet();

    public NodeChannel(NodeDesk desk, Authenticator authenticator) {
        this.desk = desk;
        this.gate = new Gate(authenticator);
        this.frames = new Frames(desk.json());
        desk.hosting().onMove(this::moved);
        desk.presence().onLeave(this::left);
    }

    public SocketRoute route() {
        return new SocketRoute("/v1/node/ws", this::admit);
    }

    private SocketHandler admit(Upgrade upgrade) {
        String token =
                upgrade.token()
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                ErrorCode.UNAUTHORIZED,
                                                "A node token is required"));
        return switch (gate.identify(token)) {
            case Caller.Node node -> new NodeSocket(desk, frames, node, leaving);
            case Caller.Owner _, Caller.Agent _, Caller.Observer _, Caller.Webhook _ ->
                    throw new Problem(ErrorCode.UNAUTHORIZED, "Only nodes connect here");
        };
    }

    /// Whoever carried the agent before stops; whoever hosts it now, and is here, goes on.
    private void moved(AgentId agent) {
        Thread.ofVirtual().name("move-" + agent).start(() -> move(agent));
    }

    private void move(AgentId agent) {
        desk.connections().hosts(agent).forEach(host -> host.detach(agent));
        desk.hosting()
                .location(agent)
                .ifPresent(
                        place -> {
                            desk.connections()
                                    .sessions(agent)
                                    .forEach(
                                            session ->
                                                    session.dismiss(
                                                            "the agent has moved to a node"));
                            Connection host =
                                    desk.connections().provider(place.node(), place.provider());
                            if (host != null && !host.keepsCursors()) {
                                desk.start(host, host.attach(agent));
                            }
                        });
    }

    /// An agent that says goodbye has closed its own socket, or is about to; others it may have stay. Of one that is
    /// removed nothing stays.
    private void left(AgentId agent) {
        if (desk.connections().hasSession(agent)) {
            leaving.add(agent);
        }
        Thread.ofVirtual().name("leave-" + agent).start(() -> leave(agent));
    }

    private void leave(AgentId agent) {
        if (desk.hosting().find(agent).isEmpty()) {
            desk.connections().hosts(agent).forEach(host -> host.detach(agent));
            desk.connections()
                    .sessions(agent)
                    .forEach(session -> session.dismiss("the agent is gone"));
        }
    }
}
