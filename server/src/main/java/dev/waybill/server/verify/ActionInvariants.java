package dev.waybill.server.verify;

import java.util.List;

/// What holds of calls of actions.
final class ActionInvariants {
    static final Invariant SETTLED =
            new Invariant(
                    "invocation.settled",
                    "a call is open, or it has ended with a result or an error",
                    """
                    select 'invocation ' || id || ' is ' || status || case when completed_at is null then ' and open'
                        else ' and over' end
                    from invocation
                    where (completed_at is null and status not in ('pending', 'dispatched', 'invoked'))
                        or (completed_at is not null and status not in ('completed', 'failed'))
                        or (status = 'failed' and (error is null or output is not null))
                        or (status = 'completed' and error is not null)
                        or (completed_at is null and (output is not null or error is not null))
                    """);
    static final Invariant ON_RECORD =
            new Invariant(
                    "invocation.on-record",
                    "the end of a call is on record once, and no end that did not come",
                    """
                    select 'invocation ' || i.id || ' is ' || i.status || ' and ended ' || coalesce(l.times, 0) || ' times'
                    from invocation i
                    left join (
                        select workspace_id, subject, count(*) as times from ledger
                        where type in ('action.completed', 'action.failed', 'action.denied')
                        group by workspace_id, subject) l on l.workspace_id = i.workspace_id and l.subject = i.id
                    where coalesce(l.times, 0) <> case when i.completed_at is null then 0 else 1 end
                    """);
    static final Invariant CALLER =
            new Invariant(
                    "invocation.caller",
                    "a call is of an agent of its workspace",
                    """
                    select 'invocation ' || i.id || ' is of agent ' || i.caller_id
                    from invocation i left join agent a on a.id = i.caller_id
                    where i.caller_id is not null and (a.id is null or a.workspace_id <> i.workspace_id)
                    """);

    static final List<Invariant> ALL = List.of(SETTLED, ON_RECORD, CALLER);

    private ActionInvariants() {}
}
