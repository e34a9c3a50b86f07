package dev.waybill.server.action;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.ledger.Ledger;

/// Everything about actions, made together because it shares its tables.
public record ActionSet(Actions actions, Invocations invocations, Outstanding outstanding) {
    /// The parts that more than one of the three work with.
    record Workings(
            Ground ground,
            ActionLimits limits,
            InvocationTable invocations,
            Orders orders,
            Whereabouts whereabouts,
            Courier courier,
            Results results,
            Notices notices,
            Handlers handlers) {}

    /// Whom actions tell of what happens.
    public record Listeners(Ledger ledger, Signals signals) {}

    public static ActionSet over(
            Ground ground,
            Json json,
            Listeners listeners,
            Idempotency idempotency,
            Handlers handlers) {
        ActionLimits limits = ActionLimits.DEFAULTS;
        ActionTable actions = new ActionTable(json);
        InvocationTable invocations = new InvocationTable(json);
        HostTable hosts = new HostTable(json);
        Ledger ledger = listeners.ledger();
        Signals signals = listeners.signals();
        Results results =
                new Results(invocations, new Departures(hosts, ledger), ledger, signals, limits);
        Notices notices = new Notices(ledger, signals);
        Dispatch dispatch = new Dispatch(invocations, handlers, signals, limits);
        Workings workings =
                new Workings(
                        ground,
                        limits,
                        invocations,
                        new Orders(actions, hosts, handlers),
                        new Whereabouts(hosts, handlers),
                        new Courier(invocations, dispatch, results, limits),
                        results,
                        notices,
                        handlers);
        return new ActionSet(
                new Actions(ground, actions, hosts, results, notices),
                new Invocations(workings, idempotency),
                new Outstanding(workings));
    }
}
