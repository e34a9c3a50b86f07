package dev.waybill.server.verify;

import java.util.List;

/// What holds of workspaces and of those in them.
final class WorkspaceInvariants {
    static final Invariant MEMBERS =
            new Invariant(
                    "workspace.members",
                    "who is in a room is of its workspace",
                    """
                    select 'agent ' || m.agent_id || ' in room ' || m.channel_id
                    from member m left join channel c on c.id = m.channel_id left join agent a on a.id = m.agent_id
                    where c.id is null or a.id is null or c.workspace_id <> a.workspace_id
                    """);
    static final Invariant TOKENS =
            new Invariant(
                    "workspace.tokens",
                    "the token of an agent is that of one who is there, of the same workspace",
                    """
                    select 'a token of ' || t.kind || ' ' || t.owner
                    from access_token t left join agent a on t.kind = 'agent' and cast(a.id as text) = t.owner
                    where t.kind = 'agent' and (a.id is null or a.workspace_id <> t.workspace_id)
                    """);
    static final Invariant SESSION_EVENTS =
            new Invariant(
                    "session.events",
                    "no event of a session has a number beyond the counter of its agent",
                    """
                    select 'agent ' || e.agent_id || ' has event ' || e.newest || ' and counts ' || coalesce(a.event_seq, 0)
                    from (select agent_id, max(sequence) as newest from session_event group by agent_id) e
                    left join agent a on a.id = e.agent_id
                    where a.id is null or e.newest > a.event_seq
                    """);

    static final List<Invariant> ALL = List.of(MEMBERS, TOKENS, SESSION_EVENTS);

    private WorkspaceInvariants() {}
}
