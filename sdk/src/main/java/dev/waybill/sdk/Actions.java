package dev.waybill.sdk;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.id.InvocationId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The actions of one agent: those it handles, and those it may call.
///
/// ```java
/// record Query(String text) {}
/// record Shown(boolean displayed) {}
/// agent.actions()
///         .register(
///                 ActionDefinition.of("ui.show", Query.class, Shown.class)
///                         .description("Shows something in the operator UI.")
///                         .handler((query, context) -> new Shown(true)));
/// Shown shown = agent.actions().invoke("ui.show", new Query("bugs"), Shown.class).orElseThrow();
/// ```
public final class Actions {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RelayAgent agent;
    private final Api api;
    private final OrderBook orders;
    private final Desk desk;
    private final Enrolment enrolment;
    private final Invoker invoker;

    Actions(RelayAgent agent, Api api, Seat seat) {
        this.agent = agent;
        this.api = api;
        this.orders = seat.orders();
        this.desk = new Desk(agent, orders, new Reports(api));
        this.enrolment = new Enrolment(api);
        this.invoker = new Invoker(api);
        seat.greeters().add(enrolment::connected);
    }

    /// Handles calls of that action from now on, until the answer is closed, which takes the action away. It stays
    /// registered through broken connections and restarts of the server. When the agent is closed the action stays: calls
    /// wait for its return if it is queued, and are refused otherwise. Should this throw, whoever handled the action before
    /// still does.
    public <I, O extends @Nullable Object> Subscription register(
            ActionDefinition<I, O> definition) {
        String name = definition.name();
        Consumer<Order> taker = desk.taker(definition);
        Consumer<Order> previous = orders.claim(name, taker);
        try {
            agent.link().ready();
            enrolment.add(definition.registration(agent.name()));
        } catch (RuntimeException | Error e) {
            orders.giveBack(name, taker, previous);
            throw e;
        }
        return () -> {
            if (orders.unclaim(name, taker)) {
                enrolment.remove(name);
            }
        };
    }

    /// Calls an action and waits for its result.
    public <O> ActionResult<O> invoke(String action, Object input, Class<O> output) {
        return invoke(ActionCall.of(action, input), output);
    }

    /// As it came, for those who know no record for it.
    public ActionResult<JsonNode> invoke(String action, Object input) {
        return invoke(ActionCall.of(action, input), JsonNode.class);
    }

    /// Calls an action and waits for its result, for as long as the call says. When that is over the call goes on: the
    /// result is a failure that may be retried, and [#await] waits further.
    ///
    /// Whatever becomes of the call is a result, refusals included. A [RelayException] says that there is no call: the server
    /// was not reached, or it refused the request itself, such as one with a token that is not valid or an input too large.
    public <O> ActionResult<O> invoke(ActionCall call, Class<O> output) {
        RelayAgent caller = call.caller();
        return (caller == null ? this : caller.actions()).invoker.invoke(call, output);
    }

    /// Waits for the result of a call that was made before.
    public <O> ActionResult<O> await(
            String action, InvocationId invocation, Duration timeout, Class<O> output) {
        return invoker.await(action, invocation, timeout, output);
    }

    /// Those the agent may call.
    public List<Action> list() {
        return api.list(Call.get("actions"), Action.class);
    }

    /// The one of that name, if the agent may call it.
    public Optional<Action> find(String name) {
        try {
            return Optional.of(api.ask(Call.get("actions", name), Action.class));
        } catch (RelayException e) {
            if (e.code().equals(Enrolment.UNKNOWN)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// As [Desk#putOff].
    boolean putOff(Runnable closing) {
        return desk.putOff(closing);
    }

    /// Lets what is under way finish.
    void close() {
        enrolment.close();
        desk.close(PATIENCE);
    }
}
