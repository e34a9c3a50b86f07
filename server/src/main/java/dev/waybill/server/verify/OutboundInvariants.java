package dev.waybill.server.verify;

import java.util.List;

/// What holds of attempts at providers.
final class OutboundInvariants {
    static final Invariant EVENTS =
            new Invariant(
                    "outbound.events",
                    "what happened to an attempt is numbered from 1 without a hole and ends where the attempt is",
                    """
                    select 'attempt ' || a.id || ' is ' || a.status || ' with ' || coalesce(e.kept, 0)
                        || ' events up to number ' || coalesce(e.newest, 0) || ', the last to '
                        || coalesce(t.to_status, 'nowhere')
                    from outbound_attempt a
                    left join (
                        select attempt_id, count(*) as kept, max(seq) as newest from outbound_event group by attempt_id) e
                        on e.attempt_id = a.id
                    left join outbound_event t on t.attempt_id = a.id and t.seq = e.newest
                    where e.kept is null or e.kept <> e.newest or t.to_status <> a.status
                    """);
    static final Invariant CHAIN =
            new Invariant(
                    "outbound.chain",
                    "each change of an attempt begins where the one before has ended",
                    """
                    select 'event ' || seq || ' of attempt ' || attempt_id || ' begins at ' || coalesce(from_status, 'nothing')
                        || ' after ' || coalesce(before, 'nothing')
                    from (
                        select attempt_id, seq, from_status,
                            lag(to_status) over (partition by attempt_id order by seq) as before
                        from outbound_event) e
                    where coalesce(from_status, '') <> coalesce(before, '')
                    """);
    static final Invariant OWNED =
            new Invariant(
                    "outbound.owned",
                    "every event is that of an attempt",
                    """
                    select 'event ' || e.seq || ' of attempt ' || e.attempt_id || ', which is not there'
                    from outbound_event e left join outbound_attempt a on a.id = e.attempt_id where a.id is null
                    """);
    static final Invariant SETTLED =
            new Invariant(
                    "outbound.settled",
                    "an attempt that is over has an end, and nothing more to do; one that failed says why",
                    """
                    select 'attempt ' || id || ' is ' || status
                    from outbound_attempt
                    where (status in ('sent', 'failed', 'cancelled')
                            and (completed_at is null or claim is not null or next_attempt_at is not null))
                        or (status = 'failed' and error_code is null)
                        or status not in ('queued', 'in_flight', 'sent', 'failed', 'unknown', 'cancelled')
                    """);
    static final Invariant ON_RECORD =
            new Invariant(
                    "outbound.on-record",
                    "every attempt, and the end of every attempt that is over, is on record",
                    """
                    select 'attempt ' || a.id || ' is ' || a.status
                    from outbound_attempt a
                    left join (
                        select distinct workspace_id, subject from ledger where type = 'outbound.queued') q
                        on q.workspace_id = a.workspace_id and q.subject = a.id
                    left join (
                        select distinct workspace_id, subject, type from ledger
                        where type in ('outbound.sent', 'outbound.failed', 'outbound.cancelled')) l
                        on l.workspace_id = a.workspace_id and l.subject = a.id and l.type = 'outbound.' || a.status
                    where q.subject is null or (a.status in ('sent', 'failed', 'cancelled') and l.subject is null)
                    """);

    static final List<Invariant> ALL = List.of(EVENTS, CHAIN, OWNED, SETTLED, ON_RECORD);

    private OutboundInvariants() {}
}
