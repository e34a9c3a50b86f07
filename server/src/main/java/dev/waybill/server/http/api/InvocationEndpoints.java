package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.NODE;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.action.InvokeAction;
import dev.waybill.protocol.action.ReleaseAgent;
import dev.waybill.protocol.action.SpawnAgent;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.Invocations;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.workspace.Caller;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers for calls of actions, spawning and releasing agents among them.
public final class InvocationEndpoints {
    private static final ErrorCode[] INVOKE_ERRORS = {
        ErrorCode.INVALID_REQUEST,
        ErrorCode.INVALID_IDEMPOTENCY_KEY,
        ErrorCode.INVALID_RELEASE_REQUEST,
        ErrorCode.ACTION_DENIED,
        ErrorCode.ACTION_NOT_FOUND,
        ErrorCode.AGENT_NOT_FOUND,
        ErrorCode.NODE_NOT_FOUND,
        ErrorCode.CAPABILITY_MISMATCH,
        ErrorCode.PLACEMENT_SELF_UNAVAILABLE,
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        ErrorCode.HANDLER_UNAVAILABLE,
        ErrorCode.NODE_DISPATCH_UNAVAILABLE
    };

    private final Invocations invocations;
    private final Json json;

    public InvocationEndpoints(Invocations invocations, Json json) {
        this.invocations = invocations;
        this.json = json;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Invocations",
                Route.post("/v1/actions/{name}/invoke", Access.of(AGENT))
                        .summary(
                                "Invokes an action; answered when the call is durable and on its way. The result comes later.")
                        .mayTake(InvokeAction.class)
                        .answers(201, InvokeAck.class)
                        .fails(INVOKE_ERRORS)
                        .to(this::invoke),
                Route.get("/v1/actions/{name}/invocations/{id}", Access.of(OWNER, AGENT))
                        .summary("Shows an invocation to its caller, its handler and the owner.")
                        .answers(Invocation.class)
                        .fails(ErrorCode.INVOCATION_NOT_FOUND)
                        .to(this::show),
                Route.post("/v1/actions/{name}/invocations/{id}/complete", Access.of(OWNER, AGENT))
                        .summary("Gives the result of an invocation; the first one counts.")
                        .mayTake(CompleteInvocation.class)
                        .answers(Invocation.class)
                        .fails(
                                ErrorCode.INVOCATION_NOT_FOUND,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.NODE_OWNED_INVOCATION)
                        .to(this::complete),
                Route.post("/v1/nodes/{node}/actions/{name}/invoke", Access.of(AGENT))
                        .summary("Invokes an action of one node.")
                        .mayTake(InvokeAction.class)
                        .answers(201, InvokeAck.class)
                        .fails(INVOKE_ERRORS)
                        .to(this::invokeOn),
                Route.post("/v1/agents/spawn", Access.of(OWNER, AGENT, NODE))
                        .summary("Has an agent started on the live node with most room for it.")
                        .takes(SpawnAgent.class)
                        .answers(201, InvokeAck.class)
                        .fails(
                                ErrorCode.PLACEMENT_SELF_REQUIRES_AGENT,
                                ErrorCode.PLACEMENT_SELF_UNAVAILABLE,
                                ErrorCode.INVALID_IDEMPOTENCY_KEY,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                                ErrorCode.NODE_NOT_FOUND,
                                ErrorCode.CAPABILITY_MISMATCH,
                                ErrorCode.HANDLER_UNAVAILABLE)
                        .to(this::spawn),
                Route.post("/v1/agents/release", Access.of(OWNER, AGENT, NODE))
                        .summary(
                                "Has an agent stopped by the node that runs it; without such a node it is over at once.")
                        .takes(ReleaseAgent.class)
                        .answers(201, InvokeAck.class)
                        .fails(
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.INVALID_RELEASE_REQUEST,
                                ErrorCode.INVALID_IDEMPOTENCY_KEY,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED)
                        .to(this::release));
    }

    Answer invoke(Call call) {
        Caller.Agent caller = Callers.agent(call);
        String action = call.path("name");
        return Keyed.answer(
                invocations.invoke(
                        caller, action, input(call), Keyed.key(call, caller, "invoke " + action)));
    }

    Answer invokeOn(Call call) {
        Caller.Agent caller = Callers.agent(call);
        String node = call.path("node");
        String action = call.path("name");
        return Keyed.answer(
                invocations.invokeOn(
                        caller,
                        node,
                        action,
                        input(call),
                        Keyed.key(call, caller, "invoke " + node + " " + action)));
    }

    Answer show(Call call) {
        return Answer.data(invocations.find(call.caller(), call.path("name"), id(call)));
    }

    Answer complete(Call call) {
        CompleteInvocation result =
                call.optionalBody(CompleteInvocation.class)
                        .orElseGet(() -> CompleteInvocation.with(null));
        return Answer.data(
                invocations.complete(call.caller(), call.path("name"), id(call), result));
    }

    /// The body goes to the node as it is, with fields only the node knows.
    Answer spawn(Call call) {
        SpawnAgent _ = call.body(SpawnAgent.class);
        return Keyed.answer(
                invocations.spawn(call.caller(), json.tree(call.rawBody()), key(call, "spawn")));
    }

    Answer release(Call call) {
        ReleaseAgent _ = call.body(ReleaseAgent.class);
        return Keyed.answer(
                invocations.release(
                        call.caller(), json.tree(call.rawBody()), key(call, "release")));
    }

    private static JsonNode input(Call call) {
        return call.optionalBody(InvokeAction.class)
                .<JsonNode>map(InvokeAction::input)
                .orElseGet(Json::emptyObject);
    }

    private static InvocationId id(Call call) {
        String id = call.path("id");
        if (id.isBlank()) {
            throw new Problem(ErrorCode.INVOCATION_NOT_FOUND, "The invocation has no id");
        }
        return new InvocationId(id);
    }

    /// Keys belong to agents; the others repeat nothing by themselves.
    private static @Nullable RequestKey key(Call call, String scope) {
        return call.caller() instanceof Caller.Agent agent ? Keyed.key(call, agent, scope) : null;
    }
}
