package dev.waybill.server.http.api;

import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Registration;

/// Answers for agents.
public final class AgentEndpoints {
    private final Agents agents;

    public AgentEndpoints(Agents agents) {
        this.agents = agents;
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
