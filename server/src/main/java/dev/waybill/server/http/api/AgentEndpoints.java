package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentCreated;
import dev.waybill.protocol.workspace.AgentDetail;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.AgentUpdate;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.RotatedToken;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.AgentDirectory;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Registration;
import dev.waybill.server.workspace.Sight;
import org.jspecify.annotations.Nullable;

/// Answers for agents.
public final class AgentEndpoints {
    private static final Access READERS = Access.of(OWNER).orObserver(ObserverScope.AGENTS_READ);

    private final Agents agents;
    private final AgentDirectory directory;

    public AgentEndpoints(Agents agents, AgentDirectory directory) {
        this.agents = agents;
        this.directory = directory;
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
                Route.get("/v1/agents", READERS)
                        .summary("Lists the agents of the workspace.")
                        .query(
                                "status",
                                "Only those that are online, offline or away, or busy so; all if left out.")
                        .answers(Agent[].class)
                        .fails(ErrorCode.INVALID_REQUEST)
                        .to(this::list),
                Route.get("/v1/agents/{name}", READERS)
                        .summary(
                                "Shows an agent with its channels, the actions around it, and what waits for it.")
                        .answers(AgentDetail.class)
                        .fails(ErrorCode.AGENT_NOT_FOUND)
                        .to(this::show),
                Route.patch("/v1/agents/{name}", Access.of(OWNER))
                        .summary("Changes an agent; metadata is merged key by key.")
                        .takes(AgentUpdate.class)
                        .answers(Agent.class)
                        .fails(ErrorCode.AGENT_NOT_FOUND)
                        .to(this::update),
                Route.delete("/v1/agents/{name}", Access.of(OWNER))
                        .summary("Removes an agent and frees its name; what it wrote stays.")
                        .answersNothing()
                        .fails(ErrorCode.AGENT_NOT_FOUND)
                        .to(this::remove),
                Route.post("/v1/agents/{name}/rotate-token", Access.of(OWNER, AGENT))
                        .summary(
                                "Gives an agent a new token; the one before goes on working for a minute.")
                        .answers(RotatedToken.class)
                        .fails(ErrorCode.AGENT_NOT_FOUND, ErrorCode.FORBIDDEN)
                        .to(this::rotateToken),
                Route.get("/v1/agent", Access.of(AGENT))
                        .summary("Shows the agent of the token.")
                        .answers(AgentDetail.class)
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
        return Answer.data(directory.list(Sight.of(call.caller()), status(call)));
    }

    Answer show(Call call) {
        return Answer.data(directory.show(Sight.of(call.caller()), call.path("name")));
    }

    Answer update(Call call) {
        return Answer.data(
                agents.update(
                        call.caller().workspace(),
                        call.path("name"),
                        call.body(AgentUpdate.class)));
    }

    Answer remove(Call call) {
        agents.remove(call.caller().workspace(), call.path("name"));
        return Answer.empty();
    }

    Answer rotateToken(Call call) {
        if (call.caller() instanceof Caller.Agent self && !self.name().equals(call.path("name"))) {
            throw new Problem(ErrorCode.FORBIDDEN, "An agent may rotate its own token only");
        }
        return Answer.data(agents.rotateToken(call.caller().workspace(), call.path("name")));
    }

    Answer self(Call call) {
        Caller.Agent self = Callers.agent(call);
        return directory
                .show(self.workspace(), self.agent())
                .map(Answer::data)
                .orElseThrow(
                        () -> new Problem(ErrorCode.AGENT_TOKEN_INVALID, "Invalid agent token"));
    }

    private static @Nullable AgentStatus status(Call call) {
        String word = call.query("status").orElse("all");
        try {
            return word.equals("all") ? null : AgentStatus.of(word);
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "status " + e.getMessage());
        }
    }
}
