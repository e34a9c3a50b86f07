package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OBSERVER;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentCreated;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Registration;

/// Answers for agents.
public final class AgentEndpoints {
    private final Agents agents;

    public AgentEndpoints(Agents agents) {
        this.agents = agents;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Agents",
                Route.post("/v1/agents", Access.of(OWNER))
                        .summary(
                                "Registers an agent, which joins #general; its token is in the answer and nowhere else.")
                        .takes(NewAgent.class)
                        .answers(201, AgentCreated.class)
                        .fails(ErrorCode.AGENT_ALREADY_EXISTS)
                        .to(this::register),
                Route.get("/v1/agents", Access.of(OWNER, OBSERVER))
                        .summary("Lists the agents of the workspace.")
                        .answers(Agent[].class)
                        .to(this::list),
                Route.get("/v1/agent", Access.of(AGENT))
                        .summary("Shows the agent of the token.")
                        .answers(Agent.class)
                        .to(this::self));
    }

    Answer register(Call call) {
        return switch (agents.register(call.caller().workspace(), call.body(NewAgent.class))) {
            case Registration.Registered(var agent) -> Answer.data(agent);
            case Registration.NameTaken(var name) ->
                    throw new Problem(
                            ErrorCode.AGENT_ALREADY_EXISTS,
                            "Agent \"" + name + "\" already exists");
        };
    }

    Answer list(Call call) {
        return Answer.data(agents.all(call.caller().workspace()));
    }

    Answer self(Call call) {
        Caller.Agent self = Callers.agent(call);
        return Answer.data(
                agents.find(self.workspace(), self.agent())
                        .orElseThrow(
                                () -> new IllegalStateException("a token outlived its agent")));
    }
}
