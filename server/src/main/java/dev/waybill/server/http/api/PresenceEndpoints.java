package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.workspace.AgentPresence;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.AgentDirectory;
import dev.waybill.server.workspace.Presence;

/// Answers for who is there.
public final class PresenceEndpoints {
    private final Presence presence;
    private final AgentDirectory directory;

    public PresenceEndpoints(Presence presence, AgentDirectory directory) {
        this.presence = presence;
        this.directory = directory;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Presence",
                Route.get("/v1/agents/presence", Access.of(OWNER, AGENT))
                        .summary("Tells of each agent whether it is there.")
                        .answers(AgentPresence[].class)
                        .to(this::list),
                Route.post("/v1/agents/heartbeat", Access.of(AGENT))
                        .summary("Says that the agent is there, as any other request does too.")
                        .to(this::heartbeat),
                Route.post("/v1/agents/disconnect", Access.of(AGENT))
                        .summary(
                                "Says goodbye: the agent is offline, and its own sockets are closed.")
                        .to(this::disconnect));
    }

    Answer list(Call call) {
        return Answer.data(directory.presence(call.caller().workspace()));
    }

    Answer heartbeat(Call call) {
        presence.heartbeat(Callers.agent(call));
        return Answer.done();
    }

    Answer disconnect(Call call) {
        presence.disconnect(Callers.agent(call));
        return Answer.done();
    }
}
