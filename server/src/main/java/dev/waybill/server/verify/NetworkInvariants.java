package dev.waybill.server.verify;

import java.util.List;

/// What holds of the agent network.
final class NetworkInvariants {
    static final Invariant INBOX =
            new Invariant(
                    "network.inbox",
                    "what waits for a session is there, and what was handed over lies in the mailbox",
                    """
                    select 'message ' || i.id || ' for session ' || i.session_id
                    from network_inbox i left join network_message n on n.id = i.id
                    left join message m on m.id = i.message_id
                    where n.id is null or (i.message_id is not null and m.id is null)
                    """);
    static final Invariant OUTBOX =
            new Invariant(
                    "network.outbox",
                    "what is to be published is there",
                    """
                    select 'message ' || o.id || ' to ' || o.subject
                    from network_outbox o left join network_message n on n.id = o.id
                    where n.id is null
                    """);
    static final Invariant SESSIONS =
            new Invariant(
                    "network.sessions",
                    "every session is of an agent of its workspace",
                    """
                    select 'session ' || s.id || ' of agent ' || s.agent_id
                    from network_session s left join agent a on a.id = s.agent_id
                    where a.id is null or a.workspace_id <> s.workspace_id
                    """);

    static final List<Invariant> ALL = List.of(INBOX, OUTBOX, SESSIONS);

    private NetworkInvariants() {}
}
