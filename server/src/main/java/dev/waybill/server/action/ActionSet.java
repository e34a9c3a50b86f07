package dev.waybill.server.action;

import dev.waybill.protocol.id.InvocationId;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.message.ResultMail;
import dev.waybill.server.policy.PolicyRules;
import dev.waybill.server.schema.JsonSchemas;
import dev.waybill.server.workspace.Supplies;

/// Everything about actions, made together because it shares its tables.
public record ActionSet(
        Actions actions,
        ActionSchemas schemas,
        Calls calls,
        Invocations invocations,
        Outstanding outstanding) {
    /// The parts that more than one of them work with.
    record Workings(
            Ground ground,
            ActionLimits limits,
            ActionTable actions,
            HostTable hosts,
            InvocationTable invocations,
            Orders orders,
            Admission admission,
            Whereabouts whereabouts,
            Courier courier,
            Results results,
            Told told,
            Notices notices,
            Handlers handlers,
            Waits<InvocationId> waits) {}

    /// Whom actions tell of what happens.
    public record Listeners(Ledger ledger, Signals signals, ResultMail mail) {}

    public static ActionSet over(
            Supplies supplies,
            Listeners listeners,
            Idempotency idempotency,
            Departures departures,
            Handlers handlers,
            PolicyRules rules) {
        Ground ground = new Ground(supplies.database(), supplies.ids(), supplies.clock());
        ActionLimits limits = ActionLimits.DEFAULTS;
        ActionTable actions = new ActionTable(supplies.json());
        InvocationTable invocations = new InvocationTable(supplies.json());
        HostTable hosts = new HostTable(supplies.json());
        Waits<InvocationId> waits = Waits.over(supplies.database());
        JsonSchemas schemas = new JsonSchemas();
        Told told = new Told(listeners, hosts, waits, supplies.json());
        Results results = new Results(invocations, hosts, departures, told, limits);
        Notices notices = new Notices(listeners.ledger(), listeners.signals());
        Dispatch dispatch =
                new Dispatch(invocations, handlers, listeners.signals(), limits, supplies.json());
        Workings workings =
                new Workings(
                        ground,
                        limits,
                        actions,
                        hosts,
                        invocations,
                        new Orders(actions, hosts, handlers),
                        new Admission(schemas, rules),
                        new Whereabouts(hosts, handlers),
                        new Courier(invocations, dispatch, results, limits),
                        results,
                        told,
                        notices,
                        handlers,
                        waits);
        return new ActionSet(
                new Actions(workings),
                new ActionSchemas(schemas),
                new Calls(workings, idempotency, supplies.json()),
                new Invocations(workings),
                new Outstanding(workings));
    }
}
