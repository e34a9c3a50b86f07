package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.NODE;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.action.InvokeAction;
import dev.waybill.protocol.action.PolicyAnswer;
import dev.waybill.protocol.action.PolicyCheck;
import dev.waybill.protocol.action.ReleaseAgent;
import dev.waybill.protocol.action.SpawnAgent;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.Ask;
import dev.waybill.server.action.Calls;
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
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers for calls of actions, spawning and releasing agents among them.
public final class InvocationEndpoints {
    private static final String WAIT = "wait";
    private static final String WAIT_WORDS =
            "How long to wait for the result, such as 30s; at most 60s.";
    private static final ErrorCode[] INVOKE_ERRORS = {
        ErrorCode.INVALID_REQUEST,
        ErrorCode.INVALID_IDEMPOTENCY_KEY,
        ErrorCode.INVALID_RELEASE_REQUEST,
        ErrorCode.VALIDATION_FAILED,
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

    private final Calls calls;
    private final Invocations invocations;
    private final Json json;

    public InvocationEndpoints(Calls calls, Invocations invocations, Json json) {
        this.calls = calls;
        this.invocations = invocations;
        this.json = json;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Invocations",
                Route.post("/v1/actions/{name}/invoke", Access.of(AGENT))
                        .summary(
                                "Invokes an action; answered when the call is durable and on its way. The result comes later, or with `wait` here: the invocation with status 200, or 202 when the time is over first.")
                        .query(WAIT, WAIT_WORDS)
                        .mayTake(InvokeAction.class)
                        .answers(201, InvokeAck.class)
                        .fails(INVOKE_ERRORS)
                        .to(this::invoke),
                Route.get("/v1/actions/{name}/invocations/{id}", Access.of(OWNER, AGENT))
                        .summary(
                                "Shows an invocation to its caller, its handler and the owner; the caller may wait for the result.")
                        .query(WAIT, WAIT_WORDS)
                        .answers(Invocation.class)
                        .fails(ErrorCode.INVOCATION_NOT_FOUND, ErrorCode.INVALID_REQUEST)
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
                Route.post("/v1/actions/policy/check", Access.of(OWNER, AGENT))
                        .summary(
                                "Says what would become of a call before its handler is asked, without making it.")
                        .takes(PolicyCheck.class)
                        .answers(PolicyAnswer.class)
                        .fails(ErrorCode.AGENT_NOT_FOUND, ErrorCode.FORBIDDEN)
                        .to(this::check),
                Route.post("/v1/nodes/{node}/actions/{name}/invoke", Access.of(AGENT))
                        .summary("Invokes an action of one node.")
                        .query(WAIT, WAIT_WORDS)
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
                                ErrorCode.ACTION_DENIED,
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
                                ErrorCode.ACTION_DENIED,
                                ErrorCode.INVALID_RELEASE_REQUEST,
                                ErrorCode.INVALID_IDEMPOTENCY_KEY,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED)
                        .to(this::release));
    }

    Answer invoke(Call call) {
        String action = call.path("name");
        return invoke(call, new Ask.Named(action, input(call)), "invoke " + action);
    }

    Answer invokeOn(Call call) {
        String node = call.path("node");
        String action = call.path("name");
        return invoke(
                call, new Ask.OnNode(node, action, input(call)), "invoke " + node + " " + action);
    }

    private Answer invoke(Call call, Ask ask, String scope) {
        Caller.Agent caller = Callers.agent(call);
        RequestKey key = Keyed.key(call, caller, scope);
        Optional<Duration> wait = call.query(WAIT).map(Waiting::parse);
        if (wait.isEmpty()) {
            return Keyed.answer(calls.invoke(caller, ask, key));
        }
        Invocation invocation = calls.await(caller, ask, key, wait.get(), call::wanted);
        return Answer.data(invocation).withStatus(invocation.result() == null ? 202 : 200);
    }

    Answer show(Call call) {
        String action = call.path("name");
        return Answer.data(
                call.query(WAIT)
                        .map(Waiting::parse)
                        .map(
                                wait ->
                                        invocations.await(
                                                call.caller(),
                                                action,
                                                id(call),
                                                wait,
                                                call::wanted))
                        .orElseGet(() -> invocations.find(call.caller(), action, id(call))));
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
                calls.spawn(call.caller(), json.tree(call.rawBody()), key(call, "spawn")));
    }

    Answer release(Call call) {
        ReleaseAgent _ = call.body(ReleaseAgent.class);
        return Keyed.answer(
                calls.release(call.caller(), json.tree(call.rawBody()), key(call, "release")));
    }

    Answer check(Call call) {
        return Answer.data(calls.wouldPass(call.caller(), call.body(PolicyCheck.class)));
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
