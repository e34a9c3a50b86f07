-- The agent network: peers that agents here are, what they said and heard, what waits for them and for the carrier, and
-- what was decided. Everything belongs to one workspace of this server; scope is the workspace on the wire, empty where the
-- profile has none. Free text of peers (ids, links) is only inside envelopes and, written harmlessly, in the audit.

-- What this installation is known as to the carrier: one row.
create table network_home (
    one bigint primary key,
    id  text    not null
);

-- card: what the peer says of itself beyond its names.
create table network_session (
    id           text    primary key,
    workspace_id bigint not null,
    agent_id     bigint not null,
    scope        text    not null,
    channel      text    not null,
    peer_id      text    not null,
    display_name text,
    card         text    not null,
    joined_at    bigint not null
);

create unique index network_session_by_peer on network_session (scope, channel, peer_id);
create unique index network_session_by_agent on network_session (agent_id, scope, channel);
create index network_session_by_workspace on network_session (workspace_id, joined_at);

create table network_channel (
    workspace_id bigint not null,
    channel      text    not null,
    purpose      text,
    created_by   text,
    created_at   bigint not null,
    primary key (workspace_id, channel)
);

-- until: the last second in which a copy could pass for new.
create table network_replay (
    key   text    primary key,
    until bigint not null
);

create index network_replay_over on network_replay (until);

-- key: the hash of scope, sender and id; content: the hash of what was said, for what is sent again under one id.
-- container: the thread or the direct room. shown_id: its id as it may be shown. size and hash: of the bytes as they came or
-- go.
create table network_message (
    id           bigint primary key,
    workspace_id bigint not null,
    key          text    not null,
    content      text    not null,
    channel      text    not null,
    container    text,
    direction    text    not null,
    session_id   text,
    peer_from    text    not null,
    peer_to      text,
    kind         text    not null,
    work_id      text,
    trust        text    not null,
    flags        text,
    shown_id     text    not null,
    size         bigint  not null,
    hash         text    not null,
    envelope     text    not null
);

create unique index network_message_by_key on network_message (workspace_id, key);
create index network_message_by_container on network_message (workspace_id, channel, container, id);
create index network_message_by_work on network_message (workspace_id, work_id, id) where work_id is not null;

create table network_thread (
    workspace_id      bigint not null,
    channel           text    not null,
    thread_id         text    not null,
    root_id           bigint not null,
    title             text    not null,
    opened_by         text    not null,
    opened_session    text,
    opened_at         bigint not null,
    last_activity_at  bigint not null,
    message_count     bigint not null,
    participant_count bigint not null,
    open_work_count   bigint not null,
    last_preview      text,
    primary key (workspace_id, channel, thread_id)
);

create index network_thread_by_activity on network_thread (workspace_id, channel, last_activity_at);

create table network_participant (
    workspace_id bigint not null,
    channel      text    not null,
    thread_id    text    not null,
    peer_id      text    not null,
    first_id     bigint not null,
    primary key (workspace_id, channel, thread_id, peer_id)
);

create table network_room (
    workspace_id     bigint not null,
    channel          text    not null,
    direct_id        text    not null,
    peer_a           text    not null,
    peer_b           text    not null,
    opened_at        bigint not null,
    last_activity_at bigint,
    message_count    bigint not null,
    open_work_count  bigint not null,
    last_preview     text,
    primary key (workspace_id, channel, direct_id)
);

create table network_work (
    workspace_id     bigint not null,
    work_id          text    not null,
    scope            text    not null,
    channel          text    not null,
    surface          text    not null,
    container        text    not null,
    initiator        text    not null,
    target           text    not null,
    opened_session   text,
    state            text    not null,
    opened_at        bigint not null,
    last_activity_at bigint not null,
    terminal_at      bigint,
    primary key (workspace_id, work_id)
);

create index network_work_open on network_work (workspace_id, terminal_at) where terminal_at is null;
create index network_work_by_activity on network_work (workspace_id, last_activity_at);

-- id: of the network's message. message_id: of the message in the agent's mailbox, once it was handed over.
create table network_inbox (
    session_id   text    not null,
    id           bigint not null,
    workspace_id bigint not null,
    agent_id     bigint not null,
    message_id   bigint,
    expires_at   bigint,
    primary key (session_id, id)
);

create index network_inbox_by_id on network_inbox (id);
create index network_inbox_by_workspace on network_inbox (workspace_id, session_id);
create index network_inbox_handed on network_inbox (session_id, id) where message_id is not null;
create index network_inbox_expiring on network_inbox (expires_at) where expires_at is not null;

-- Servers on this database that have a carrier now, by their worker id.
create table network_worker (
    worker  bigint primary key,
    seen_at bigint not null
);

-- Peers elsewhere that have shown themselves to one of several servers. envelope: a greeting that says what the peer said
-- of itself.
create table network_neighbour (
    scope      text    not null,
    channel    text    not null,
    peer_id    text    not null,
    envelope   text    not null,
    seen_at    bigint not null,
    expires_at bigint not null,
    primary key (scope, channel, peer_id)
);

create index network_neighbour_over on network_neighbour (expires_at);

-- id: of the network's message, which holds the envelope. worker: of the server that publishes it.
create table network_outbox (
    id           bigint primary key,
    workspace_id bigint not null,
    session_id   text    not null,
    subject      text    not null,
    attempts     bigint not null,
    due_at       bigint not null,
    trouble      text,
    worker       bigint not null
);

create index network_outbox_by_workspace on network_outbox (workspace_id);
create index network_outbox_by_worker on network_outbox (worker, id);

-- message_id: as it may be shown; hash: of the bytes as they came or went.
create table network_audit (
    id           bigint primary key,
    workspace_id bigint not null,
    direction    text    not null,
    kind         text,
    channel      text,
    container    text,
    work_id      text,
    peer_from    text,
    peer_to      text,
    message_id   text,
    session_id   text,
    reason       text,
    detail       text,
    size         bigint not null,
    hash         text    not null
);

create index network_audit_by_workspace on network_audit (workspace_id, id);
create index network_audit_by_work on network_audit (workspace_id, work_id, id) where work_id is not null;

create table network_pin (
    workspace_id bigint not null,
    channel      text    not null,
    peer_id      text    not null,
    pubkey       text    not null,
    pinned_at    bigint not null,
    primary key (workspace_id, channel, peer_id)
);
