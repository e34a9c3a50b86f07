package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.workspace.Caller;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// On whose behalf a tool acts. Who holds an agent's token is that agent; who holds the workspace key names one in `as`.
enum Acting {
    /// Only an agent can do this.
    AS_AGENT,
    /// An agent can, and the workspace's owner as well.
    AS_ANYBODY,
    /// It makes no difference, so nobody is named.
    AS_CALLER;

    static final String AS = "as";

    Optional<Parameter> parameter(Caller caller) {
        if (this == AS_CALLER) {
            return Optional.empty();
        }
        if (caller instanceof Caller.Agent agent) {
            return Optional.of(
                    Parameter.text(AS, "You are " + agent.name() + "; leave this out, or say so."));
        }
        Parameter name = Parameter.text(AS, "The name of the agent to act as.");
        return Optional.of(this == AS_AGENT ? name.must() : name);
    }

    /// The same turn on behalf of the one it is for.
    Turn take(Turn turn) {
        if (this == AS_CALLER) {
            return turn;
        }
        Optional<String> wanted = turn.arguments().find(AS).map(Arguments::agentName);
        return switch (turn.caller()) {
            case Caller.Agent self -> {
                wanted.filter(name -> !name.equals(self.name()))
                        .ifPresent(name -> deny(self, name));
                yield turn;
            }
            case Caller.Owner owner when wanted.isPresent() ->
                    turn.as(agent(turn, owner, wanted.get()));
            case Caller.Owner _ when this == AS_ANYBODY -> turn;
            case Caller.Owner _ -> throw unnamed();
            case Caller.Node _, Caller.Observer _, Caller.Webhook _ -> throw stranger();
        };
    }

    private static Caller.Agent agent(Turn turn, Caller.Owner owner, String name) {
        JsonNode agent = turn.ask(owner, LocalRequest.get("v1", "agents", name));
        if (agent == null) {
            throw new IllegalStateException("the API shows agents with nothing in them");
        }
        return new Caller.Agent(
                owner.workspace(),
                AgentId.parse(agent.path("id").asString()),
                agent.path("name").asString());
    }

    private static void deny(Caller.Agent self, String name) {
        throw new ToolFault(
                "forbidden",
                "This connection is agent \""
                        + self.name()
                        + "\" and cannot act as \""
                        + name
                        + "\"",
                "Leave `as` out; another agent needs a connection of its own.");
    }

    private static ToolFault unnamed() {
        return new ToolFault(
                "agent_token_required",
                "The connection holds the workspace key, so `as` has to name an agent",
                "Call again with `as`; list_agents shows the agents there are, register_agent makes one.");
    }

    private static ToolFault stranger() {
        return new ToolFault("forbidden", "Only agents and the workspace's owner have tools", "");
    }
}
