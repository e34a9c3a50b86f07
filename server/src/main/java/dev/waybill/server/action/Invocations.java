package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.schema.Violation;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/// Shows invocations and takes their results.
public final class Invocations {
    private final ActionSet.Workings workings;
    private final Ground ground;
    private final InvocationTable invocations;
    private final Results results;

    Invocations(ActionSet.Workings workings) {
        this.workings = workings;
        this.ground = workings.ground();
        this.invocations = workings.invocations();
        this.results = workings.results();
    }

    /// An agent sees those it called and those it handles.
    public Invocation find(Caller caller, String action, InvocationId id) {
        return ground.database()
                .read(tx -> invocations.find(tx, id))
                .filter(kept -> belongs(kept, caller, action) && concerns(kept, caller))
                .map(KeptInvocation::invocation)
                .orElseThrow(() -> unknown(id));
    }

    /// The same, and whoever called it may wait until it is settled; for others it is shown as it is.
    public Invocation await(
            Caller caller,
            String action,
            InvocationId id,
            Duration atMost,
            BooleanSupplier wanted) {
        Invocation invocation = find(caller, action, id);
        boolean own =
                caller instanceof Caller.Agent agent && agent.agent().equals(invocation.callerId());
        if (!own || invocation.result() != null) {
            return invocation;
        }
        try (Attention attention = new Attention(workings)) {
            return attention.settled(id, atMost, wanted);
        }
    }

    /// Takes the result from the agent that handles it, or from the workspace's owner on its behalf.
    public Invocation complete(
            Caller caller, String action, InvocationId id, CompleteInvocation said) {
        Open open =
                open(id).filter(found -> belongs(found.kept(), caller, action))
                        .orElseThrow(() -> unknown(id));
        checkMayComplete(caller, open.kept());
        Result result = checked(open, Result.of(said, open.kept()));
        return ground.database()
                .write(
                        tx ->
                                settle(tx, open, result)
                                        ? invocations.find(tx, id)
                                        : Optional.<KeptInvocation>empty())
                .map(KeptInvocation::invocation)
                .orElseThrow(() -> unknown(id));
    }

    /// Takes the result from the node it was sent to; false when it is settled already, or was not sent there.
    public boolean result(NodeId node, String provider, InvocationId id, Outcome outcome) {
        return open(id).filter(open -> wasSent(open.kept(), node, provider))
                .filter(
                        open -> {
                            Result result = checked(open, Result.of(outcome));
                            return ground.database().write(tx -> settle(tx, open, result));
                        })
                .isPresent();
    }

    /// One that has no result yet, and what its output has to be like.
    private record Open(KeptInvocation kept, JsonNode outputSchema) {}

    private Optional<Open> open(InvocationId id) {
        return ground.database()
                .read(
                        tx ->
                                invocations
                                        .find(tx, id)
                                        .filter(kept -> !isSettled(kept))
                                        .map(kept -> new Open(kept, outputSchema(tx, kept))));
    }

    private boolean settle(Tx tx, Open open, Result result) {
        return results.settle(tx, open.kept(), result, ground.clock().instant());
    }

    /// The output is held against its schema first, outside of the transaction.
    private Result checked(Open open, Result result) {
        if (result.error() != null || open.kept().action() == null) {
            return result;
        }
        JsonNode output = Objects.requireNonNullElse(result.output(), NullNode.getInstance());
        List<Violation> faults = workings.admission().faults(open.outputSchema(), output);
        return faults.isEmpty()
                ? result
                : Result.failed(
                        new ActionError(
                                ActionErrorCode.HANDLER_FAILED,
                                "The output is not valid: " + Admission.words(faults),
                                Admission.details(faults),
                                false));
    }

    private JsonNode outputSchema(ReadTx tx, KeptInvocation kept) {
        return Optional.ofNullable(kept.action())
                .flatMap(id -> workings.actions().find(tx, kept.workspace(), id))
                .map(action -> action.action().outputSchema())
                .orElseGet(Json::emptyObject);
    }

    private static void checkMayComplete(Caller caller, KeptInvocation kept) {
        if (kept.handlerAgent() == null) {
            throw new Refusal(
                    Reason.NODE_OWNED_INVOCATION,
                    "Invocation " + kept.id() + " is answered by its node");
        }
        if (caller instanceof Caller.Agent agent && !agent.agent().equals(kept.handlerAgent())) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "Agent \"" + agent.name() + "\" does not handle invocation " + kept.id());
        }
    }

    private static boolean belongs(KeptInvocation kept, Caller caller, String action) {
        return kept.workspace().equals(caller.workspace())
                && kept.invocation().actionName().equals(action);
    }

    private static boolean concerns(KeptInvocation kept, Caller caller) {
        return switch (caller) {
            case Caller.Agent(var _, var agent, var _) ->
                    agent.equals(kept.invocation().callerId()) || agent.equals(kept.handlerAgent());
            case Caller.Owner _ -> true;
            case Caller.Node _, Caller.Observer _, Caller.Webhook _ -> false;
        };
    }

    private static boolean isSettled(KeptInvocation kept) {
        return kept.invocation().completedAt() != null;
    }

    private static boolean wasSent(KeptInvocation kept, NodeId node, String provider) {
        return node.equals(kept.invocation().dispatchedNodeId())
                && (kept.provider() == null || kept.provider().equals(provider));
    }

    private static Refusal unknown(InvocationId id) {
        return new Refusal(
                Reason.INVOCATION_NOT_FOUND, "Invocation \"" + id + "\" not found, or settled");
    }
}
