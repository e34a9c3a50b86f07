package dev.waybill.server.verify;

import java.util.List;

/// What holds of events from elsewhere and of what agents find of them.
final class SourceInvariants {
    static final Invariant EVENTS =
            new Invariant(
                    "source.events",
                    "no event has a number beyond the counter of its source",
                    """
                    select 'source ' || e.source_id || ' has event ' || e.newest || ' and counts ' || coalesce(s.last_seq, 0)
                    from (select source_id, max(seq) as newest from event group by source_id) e
                    left join event_source s on s.id = e.source_id
                    where s.id is null or e.newest > s.last_seq
                    """);
    static final Invariant ENTRIES =
            new Invariant(
                    "source.entries",
                    "no entry has a number beyond the counter of its inbox",
                    """
                    select 'agent ' || e.agent_id || ' has entry ' || e.newest || ' and counts '
                        || coalesce(i.last_sequence, 0)
                    from (select agent_id, max(sequence) as newest from event_entry group by agent_id) e
                    left join event_inbox i on i.agent_id = e.agent_id
                    where e.newest > coalesce(i.last_sequence, 0)
                    """);
    static final Invariant ITEMS =
            new Invariant(
                    "source.items",
                    "every entry is made of items that are there",
                    """
                    select 'entry ' || x.entry_id || ' names item ' || x.item_id
                    from event_entry_item x left join event_entry e on e.id = x.entry_id
                    left join event_item i on i.id = x.item_id
                    where e.id is null or i.id is null
                    """);
    static final Invariant MAIL =
            new Invariant(
                    "source.mail",
                    "an entry that lies in the mailbox has its message there",
                    """
                    select 'entry ' || e.id || ' is ' || e.mail
                    from event_entry e left join message m on m.id = e.message_id
                    where (e.mail = 'open' and m.id is null)
                        or e.mail not in ('waiting', 'open', 'settled', 'lost')
                    """);

    static final List<Invariant> ALL = List.of(EVENTS, ENTRIES, ITEMS, MAIL);

    private SourceInvariants() {}
}
