package dev.waybill.server.verify;

import java.util.List;

/// What holds of mailboxes: numbers, cursors, states.
final class DeliveryInvariants {
    static final Invariant COUNTER =
            new Invariant(
                    "delivery.counter",
                    "no delivery has a number beyond the counter of its agent",
                    """
                    select 'agent ' || d.agent_id || ' has number ' || max(d.seq) || ' and counts ' || max(a.delivery_seq)
                    from delivery d join agent a on a.id = d.agent_id
                    group by d.agent_id having max(d.seq) > max(a.delivery_seq)
                    """);
    static final Invariant CURSORS =
            new Invariant(
                    "delivery.cursors",
                    "what an agent has acknowledged or received was sent",
                    """
                    select 'agent ' || id || ' has acked ' || ack_seq || ' and received ' || transport_seq || ' of '
                        || delivery_seq
                    from agent
                    where ack_seq < 0 or transport_seq < 0 or ack_seq > delivery_seq or transport_seq > delivery_seq
                    """);

    /// What is urgent overtakes, and what is overtaken gets new numbers; dead letters are forgotten after a while, which is
    /// on record.
    static final Invariant GAPS =
            new Invariant(
                    "delivery.gaps",
                    "every number an agent was given has its delivery, unless something urgent came",
                    """
                    select 'agent ' || a.id || ' was given ' || a.delivery_seq || ' numbers and has ' || coalesce(d.kept, 0)
                        || ' deliveries'
                    from agent a
                    left join (
                        select agent_id, sum(case when seq > 0 then 1 else 0 end) as kept, max(priority) as urgent
                        from delivery group by agent_id) d on d.agent_id = a.id
                    left join (
                        select agent_id, count(*) as forgotten from ledger
                        where type = 'delivery.discarded' group by agent_id) l on l.agent_id = a.id
                    where coalesce(d.kept, 0) + coalesce(l.forgotten, 0) < a.delivery_seq and coalesce(d.urgent, 0) = 0
                        and (l.forgotten is null or not exists (
                            select 1 from message m where m.workspace_id = a.workspace_id and m.delivery like '%urgent%'))
                    """);

    static final Invariant MESSAGE =
            new Invariant(
                    "delivery.message",
                    "every delivery has its message and its agent, of one workspace",
                    """
                    select 'delivery ' || d.seq || ' of agent ' || d.agent_id || ': ' || case
                        when a.id is null then 'there is no such agent'
                        when m.id is null then 'there is no message ' || d.message_id
                        else 'message ' || m.id || ' is of workspace ' || m.workspace_id end
                    from delivery d left join agent a on a.id = d.agent_id left join message m on m.id = d.message_id
                    where a.id is null or m.id is null or m.workspace_id <> a.workspace_id
                    """);
    static final Invariant STATE =
            new Invariant(
                    "delivery.state",
                    "every delivery is in a state that exists, and has what belongs to it",
                    """
                    select 'delivery ' || seq || ' of agent ' || agent_id || ' is ' || coalesce(status, 'open')
                    from delivery
                    where (status is null and seq <= 0) or (status = 'held' and (seq >= 0 or held_for is null))
                        or (status = 'deferred' and available_at is null) or (status = 'dead_lettered' and dead_for is null)
                        or (status in ('acked', 'dead_lettered', 'replaced') and available_at is not null)
                        or attempt < 1 or status not in (
                            'held', 'accepted', 'deferred', 'acked', 'failed', 'dead_lettered', 'replaced')
                    """);
    static final Invariant ATTEMPTS =
            new Invariant(
                    "delivery.attempts",
                    "of the attempts at one delivery only the last is not replaced, and what is replaced has a later one",
                    """
                    select 'attempt ' || d.attempt || ' at message ' || d.message_id || ' for agent ' || d.agent_id || ' is '
                        || coalesce(d.status, 'open')
                    from delivery d join agent a on a.id = d.agent_id
                    where (coalesce(d.status, '') <> 'replaced' and d.attempt > 0 and exists (
                            select 1 from delivery n
                            where n.message_id = d.message_id and n.agent_id = d.agent_id and n.attempt > d.attempt))
                        or (d.status = 'replaced' and a.deleted_at is null
                            and not exists (
                                select 1 from delivery n where n.message_id = d.message_id and n.agent_id = d.agent_id
                                    and n.attempt = d.attempt + 1)
                            and not exists (
                                select 1 from ledger l where l.workspace_id = a.workspace_id
                                    and l.type = 'delivery.discarded' and l.agent_id = d.agent_id))
                    """);
    static final Invariant ACKS =
            new Invariant(
                    "delivery.acks",
                    "every cumulative ack lies behind the cursor and is on record",
                    """
                    select 'agent ' || k.agent_id || ' has an ack up to ' || k.up_to_seq || case
                        when k.up_to_seq > a.ack_seq then ' and its cursor at ' || a.ack_seq
                        else ' that is not on record' end
                    from ack k join agent a on a.id = k.agent_id
                    left join (
                        select workspace_id, subject from ledger where type = 'delivery.delivered') l
                        on l.workspace_id = a.workspace_id and l.subject = k.agent_id || ':' || k.up_to_seq
                    where k.up_to_seq > a.ack_seq or l.subject is null
                    """);
    static final Invariant ON_RECORD =
            new Invariant(
                    "delivery.on-record",
                    "what a session said of a delivery, and what was given up, is on record",
                    """
                    select 'delivery ' || d.seq || ' of agent ' || d.agent_id || ' is ' || d.status
                    from delivery d join agent a on a.id = d.agent_id
                    left join (
                        select distinct workspace_id, subject from ledger
                        where type in ('delivery.accepted', 'delivery.deferred', 'delivery.failed')) l
                        on l.workspace_id = a.workspace_id and l.subject = 'del_' || d.message_id || '_' || d.agent_id
                            || case when d.attempt = 1 then '' else '~' || d.attempt end
                    where d.status in ('accepted', 'deferred', 'failed', 'dead_lettered') and l.subject is null
                    """);

    static final List<Invariant> ALL =
            List.of(COUNTER, CURSORS, GAPS, MESSAGE, STATE, ATTEMPTS, ACKS, ON_RECORD);

    private DeliveryInvariants() {}
}
