package dev.waybill.server.action;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.action.PolicyAnswer;
import dev.waybill.protocol.action.PolicyCheck;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.Order.Patience;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.policy.PolicyRule;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Takes calls of actions. They pass in this order: the action exists, the caller may use it, the input is valid, the
/// policy allows it, the handler is there; then the call is kept and sent.
public final class Calls {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
    private static final int CHECKS = 5;

    private final ActionSet.Workings workings;
    private final Ground ground;
    private final Orders orders;
    private final Admission admission;
    private final RefusedCalls refused;
    private final Idempotency idempotency;
    private final Json json;

    Calls(ActionSet.Workings workings, Idempotency idempotency, Json json) {
        this.workings = workings;
        this.ground = workings.ground();
        this.orders = workings.orders();
        this.admission = workings.admission();
        this.refused = new RefusedCalls(ground, workings.invocations(), workings.notices());
        this.idempotency = idempotency;
        this.json = json;
    }

    /// What a call was found to be before anything is written.
    private sealed interface Checked {
        record Passed(Found found, JsonNode input) implements Checked {}

        record Refused(Refusal refusal) implements Checked {}
    }

    /// Thrown where what was checked is no longer what is called; then it is checked again, outside of the transaction.
    private static final class Changed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Changed() {
            super("the action has changed", null, false, false);
        }
    }

    /// How an invocation is begun: whether its caller is told what becomes of it, and who hears its id before it is sent.
    private record Manner(boolean quiet, Consumer<InvocationId> placed) {}

    /// Keeps the invocation and sends it to its handler, who answers later. If the handler is away and the action does not
    /// wait for it, nothing is sent. A refused call is on record, too.
    public Answered invoke(Caller.Agent caller, Ask ask, @Nullable RequestKey key) {
        return invoke(caller, ask, key, new Manner(false, _ -> {}));
    }

    /// The same on behalf of an agent that does not know of it, and is not sent what becomes of it.
    public Answered invokeQuietly(Caller.Agent caller, Ask ask, @Nullable RequestKey key) {
        return invoke(caller, ask, key, new Manner(true, _ -> {}));
    }

    /// The same for one who waits: the invocation when it is settled, or as it is when the time is over or the answer is no
    /// longer `wanted`.
    public Invocation await(
            Caller.Agent caller,
            Ask ask,
            @Nullable RequestKey key,
            Duration atMost,
            BooleanSupplier wanted) {
        try (Attention attention = new Attention(workings)) {
            Answered answered = invoke(caller, ask, key, new Manner(false, attention::to));
            return attention.settled(id(answered), atMost, wanted);
        }
    }

    /// The same for callers inside this server, to whom a refusal is a result like others.
    public Invocation call(
            Caller.Agent caller,
            Ask ask,
            @Nullable RequestKey key,
            Duration atMost,
            BooleanSupplier wanted) {
        try {
            return await(caller, ask, key, atMost, wanted);
        } catch (Refusal refusal) {
            String recorded = refusal.facts().invocationId();
            if (recorded == null) {
                throw refusal;
            }
            InvocationId id = new InvocationId(recorded);
            return ground.database()
                    .read(tx -> workings.invocations().require(tx, id))
                    .invocation();
        }
    }

    /// Has an agent started on the node with most room, or on the one the input names.
    public Answered spawn(Caller caller, JsonNode input, @Nullable RequestKey key) {
        return runtime(caller, new Ask.Named(BuiltIn.SPAWN, input), key);
    }

    /// Has an agent stopped by the node that runs it; without such a node it is over at once.
    public Answered release(Caller caller, JsonNode input, @Nullable RequestKey key) {
        return runtime(caller, new Ask.Named(BuiltIn.RELEASE, input), key);
    }

    /// What would become of a call, as far as that is decided before its handler is looked for. An agent asks for itself,
    /// the owner for anyone.
    public PolicyAnswer wouldPass(Caller caller, PolicyCheck question) {
        JsonNode input = question.input() == null ? Json.emptyObject() : question.input();
        Ask ask = new Ask.Named(question.action(), input);
        return switch (check(supposed(caller, question.caller()), ask)) {
            case Checked.Refused(var refusal) -> RefusedCalls.answer(refusal);
            case Checked.Passed(var found, var fitted) ->
                    new PolicyAnswer(
                            true,
                            null,
                            null,
                            admission.deciding(found, fitted).map(PolicyRule::line).orElse(null),
                            null);
        };
    }

    private Caller.Agent supposed(Caller caller, @Nullable String name) {
        if (caller instanceof Caller.Agent agent && (name == null || name.equals(agent.name()))) {
            return agent;
        }
        if (!(caller instanceof Caller.Owner)) {
            throw new Refusal(Reason.FORBIDDEN, "An agent may only ask for itself");
        }
        if (name == null) {
            throw new Refusal(Reason.INVALID_REQUEST, "caller is needed: the name of an agent");
        }
        return ground.database()
                .read(tx -> workings.hosts().agent(tx, caller.workspace(), name))
                .map(agent -> new Caller.Agent(caller.workspace(), agent.id(), agent.name()))
                .orElseThrow(() -> HostTable.unknownAgent(name));
    }

    /// Agents are bound by the operator's policy also where they use the older routes.
    private Answered runtime(Caller caller, Ask ask, @Nullable RequestKey key) {
        Manner manner = new Manner(false, _ -> {});
        try {
            return once(key, tx -> place(tx, runtime(tx, caller, ask), manner));
        } catch (Refusal refusal) {
            throw caller instanceof Caller.Agent agent
                    ? refused.recorded(agent, ask, refusal)
                    : refusal;
        }
    }

    private Order runtime(Tx tx, Caller caller, Ask ask) {
        if (caller instanceof Caller.Agent agent) {
            admission.requireAllowed(
                    new Found(ask.action(), null, workings.hosts().caller(tx, agent)), ask.input());
        }
        return orders.builtIn(tx, caller, ask.action(), ask.input());
    }

    private Answered invoke(Caller.Agent caller, Ask ask, @Nullable RequestKey key, Manner manner) {
        try {
            for (int attempt = 1; attempt < CHECKS; attempt++) {
                Checked checked = check(caller, ask);
                try {
                    return once(key, tx -> place(tx, order(tx, caller, ask, checked), manner));
                } catch (Changed _) {
                    LOG.debug("An action has changed while it was called action={}", ask.action());
                }
            }
            throw new Refusal(
                    Reason.HANDLER_UNAVAILABLE,
                    "Action \"" + ask.action() + "\" changes all the time");
        } catch (Refusal refusal) {
            throw refused.recorded(caller, ask, refusal);
        }
    }

    private Answered once(@Nullable RequestKey key, Function<Tx, InvokeAck> work) {
        return ground.database().write(tx -> idempotency.once(tx, key, () -> work.apply(tx)));
    }

    private Checked check(Caller.Agent caller, Ask ask) {
        try {
            Found found = ground.database().read(tx -> orders.find(tx, caller, ask));
            return new Checked.Passed(found, admission.admitted(found, ask.input()));
        } catch (Refusal refusal) {
            return new Checked.Refused(refusal);
        }
    }

    private Order order(Tx tx, Caller.Agent caller, Ask ask, Checked checked) {
        return switch (checked) {
            case Checked.Refused(var refusal) -> throw refusal;
            case Checked.Passed(var before, var input) -> {
                Found found = orders.find(tx, caller, ask);
                if (!found.equals(before)) {
                    throw new Changed();
                }
                yield orders.order(tx, caller, found, input);
            }
        };
    }

    private InvokeAck place(Tx tx, Order order, Manner manner) {
        Spot spot =
                workings.whereabouts()
                        .of(tx, order.caller().workspace(), order.handler(), order.actionName());
        switch (spot) {
            case Spot.Nowhere(var words) when order.patience() == Patience.NONE ->
                    throw new Refusal(Reason.HANDLER_UNAVAILABLE, words);
            case Spot.Nowhere(var words) -> checkMayWait(tx, order, words);
            case Spot.Busy(var words) -> checkMayWait(tx, order, words);
            case Spot.ToAgent _, Spot.ToNode _, Spot.Here _ -> {}
        }
        Instant now = ground.clock().instant();
        KeptInvocation kept = order.kept(ground.invocationId(), now, manner.quiet());
        manner.placed().accept(kept.id());
        workings.invocations().insert(tx, kept);
        workings.notices().invoked(tx, kept);
        workings.courier().carry(tx, kept, spot, now);
        return workings.invocations().ack(tx, kept);
    }

    private void checkMayWait(Tx tx, Order order, String words) {
        int most = workings.limits().queue();
        if (workings.invocations().waiting(tx, order.caller().workspace(), order.handler())
                >= most) {
            throw new Refusal(
                    Reason.NODE_DISPATCH_UNAVAILABLE,
                    words + ", and " + most + " invocations wait already");
        }
    }

    private InvocationId id(Answered answered) {
        return answered.data() instanceof InvokeAck ack
                ? ack.invocationId()
                : new InvocationId(json.toTree(answered.data()).path("invocation_id").asString());
    }
}
