package dev.waybill.server.action;

import dev.waybill.server.delivery.Signals;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.workspace.Supplies;

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
            Supplies supplies,
            Listeners listeners,
            Idempotency idempotency,
            Departures departures,
            Handlers handlers) {
        Ground ground = new Ground(supplies.database(), supplies.ids(), supplies.clock());
        ActionLimits limits = ActionLimits.DEFAULTS;
        ActionTable actions = new ActionTable(supplies.json());
        InvocationTable invocations = new InvocationTable(supplies.json());
        HostTable hosts = new HostTable(supplies.json());
        Results results = new Results(invocations, hosts, departures, listeners, limits);
        Notices notices = new Notices(listeners.ledger(), listeners.signals());
        Dispatch dispatch = new Dispatch(invocations, handlers, listeners.signals(), limits);
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
