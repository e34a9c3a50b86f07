package dev.waybill.server.verify;

import dev.waybill.server.idempotency.Idempotency;
import java.util.List;

/// What holds of messages and of the record of a workspace.
final class MessageInvariants {
    private static final String SAID =
            "('message.created', 'thread.reply', 'dm.received', 'group_dm.received')";

    /// The milliseconds of a snowflake are above its lowest bits.
    private static final long ID_UNITS_PER_MILLI = 1L << 22;

    static final Invariant LEDGER =
            new Invariant(
                    "ledger.unbroken",
                    "the record of a workspace counts from 1 to its newest row without a hole",
                    """
                    select 'workspace ' || w.id || ' counts ' || w.ledger_seq || ' rows and has ' || coalesce(l.kept, 0)
                        || ', from ' || coalesce(l.oldest, 0) || ' to ' || coalesce(l.newest, 0)
                    from workspace w
                    left join (
                        select workspace_id, count(*) as kept, min(seq) as oldest, max(seq) as newest
                        from ledger group by workspace_id) l on l.workspace_id = w.id
                    where coalesce(l.kept, 0) <> w.ledger_seq or coalesce(l.newest, 0) <> w.ledger_seq
                        or coalesce(l.oldest, 1) <> 1
                    """);
    static final Invariant LEDGER_OWNER =
            new Invariant(
                    "ledger.workspace",
                    "every record is that of a workspace",
                    """
                    select 'there is no workspace ' || l.workspace_id || ' for its record'
                    from (select distinct workspace_id from ledger) l left join workspace w on w.id = l.workspace_id
                    where w.id is null
                    """);
    static final Invariant ON_RECORD =
            new Invariant(
                    "message.on-record",
                    "every message that somebody said is on record, once",
                    """
                    select 'message ' || m.id || ' is on record ' || coalesce(l.times, 0) || ' times'
                    from message m join channel c on c.id = m.channel_id
                    left join (
                        select workspace_id, cast(subject as bigint) as id, count(*) as times from ledger
                        where type in %s group by workspace_id, cast(subject as bigint)) l
                        on l.workspace_id = m.workspace_id and l.id = m.id
                    where c.kind in ('channel', 'dm', 'group') and coalesce(l.times, 0) <> 1
                    """
                            .formatted(SAID));
    static final Invariant SUBJECT =
            new Invariant(
                    "ledger.message",
                    "what is on record as said has its message",
                    """
                    select 'row ' || l.seq || ' of workspace ' || l.workspace_id || ' tells of message ' || l.subject
                    from ledger l left join message m on m.id = case when l.type in %1$s then cast(l.subject as bigint) end
                    where l.type in %1$s and (m.id is null or m.workspace_id <> l.workspace_id)
                    """
                            .formatted(SAID));
    static final Invariant PLACE =
            new Invariant(
                    "message.place",
                    "every message has its room and its author, of one workspace, and stands once in the list of its room",
                    """
                    select 'message ' || m.id || ' of agent ' || m.agent_id || ' in room ' || m.channel_id
                    from message m left join channel c on c.id = m.channel_id left join agent a on a.id = m.agent_id
                    where c.id is null or a.id is null or c.workspace_id <> m.workspace_id
                        or a.workspace_id <> m.workspace_id
                    union all
                    select 'message ' || u.id || ' is not in the list of room ' || u.channel_id
                    from (
                        select channel_id, id, coalesce(thread_id, 0) from message
                        except
                        select channel_id, message_id, coalesce(thread_id, 0) from said) u
                    union all
                    select 'there are ' || m.count || ' messages and ' || s.count || ' in the lists of rooms'
                    from (select count(*) as count from message) m, (select count(*) as count from said) s
                    where m.count <> s.count
                    """);
    static final Invariant THREAD =
            new Invariant(
                    "message.thread",
                    "every reply is in the room of the message it replies to",
                    """
                    select 'message ' || m.id || ' replies to ' || m.thread_id
                    from message m left join message r on r.id = m.thread_id
                    where m.thread_id is not null and (r.id is null or r.channel_id <> m.channel_id)
                    """);

    /// A full mailbox, a mode that the session cannot do, and a dead letter that was forgotten are on record.
    static final Invariant DELIVERED =
            new Invariant(
                    "message.delivered",
                    "a direct message has a delivery, or it is on record why not",
                    """
                    select 'message ' || m.id || ' has no delivery'
                    from message m join channel c on c.id = m.channel_id
                    where c.kind = 'dm' and not exists (select 1 from delivery d where d.message_id = m.id)
                        and exists (
                            select 1 from member o join agent a on a.id = o.agent_id
                            where o.channel_id = c.id and o.agent_id <> m.agent_id and o.is_muted = 0
                                and a.deleted_at is null)
                        and not exists (
                            select 1 from ledger l where l.workspace_id = m.workspace_id and l.channel_id = m.channel_id
                                and (l.type = 'delivery.discarded'
                                    or (l.type = 'delivery.failed' and l.subject = cast(m.id as text))))
                    """);

    static final Invariant ONCE =
            new Invariant(
                    "message.once",
                    "a message that was sent again under one key is kept once",
                    """
                    select 'message ' || id || ' has the key of message ' || before
                    from (
                        select id, lag(id) over (
                            partition by agent_id, channel_id, coalesce(thread_id, 0), idempotency_key order by id) as before
                        from message where idempotency_key is not null) m
                    where before is not null and id - before < %d
                    """
                            .formatted(Idempotency.KEPT.toMillis() * ID_UNITS_PER_MILLI));
    static final Invariant ANSWERS =
            new Invariant(
                    "idempotency.workspace",
                    "every kept answer is that of a workspace and says what was asked",
                    """
                    select 'the answer under key ' || i.key || ' of ' || i.actor
                    from idempotency i left join workspace w on w.id = i.workspace_id
                    where w.id is null or length(i.fingerprint) = 0 or length(i.data) = 0
                    """);

    static final List<Invariant> ALL =
            List.of(
                    LEDGER,
                    LEDGER_OWNER,
                    ON_RECORD,
                    SUBJECT,
                    PLACE,
                    THREAD,
                    DELIVERED,
                    ONCE,
                    ANSWERS);

    private MessageInvariants() {}
}
