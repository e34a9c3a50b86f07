-- Everything the node channel, the observers and the clients of the Relay protocol need.

alter table workspace add column system_prompt text;
alter table workspace add column metadata text not null default '{}';
-- In the future for a workspace that was made for some time.
alter table workspace add column deleted_at bigint;

create index access_token_by_owner on access_token (owner);

-- A removed agent keeps its row, because messages name it; its name becomes free and is kept in deleted_name.
-- node_id is the explicit node that hosts the agent; without one its own direct node does.
-- ack_seq: everything up to it is settled. transport_seq: everything up to it has arrived at a session that settles
-- its deliveries one by one. wire_base: what is taken from a sequence number before it goes to a broker; null while that
-- is not known.
alter table agent add column deleted_at bigint;
alter table agent add column deleted_name text;
alter table agent add column activity text;
alter table agent add column event_seq bigint not null default 0;
alter table agent add column node_id text;
alter table agent add column provider text;
alter table agent add column binding_id text;
alter table agent add column session_ref text;
alter table agent add column priority bigint not null default 0;
alter table agent add column bound_at bigint;
alter table agent add column transport_seq bigint not null default 0;
alter table agent add column wire_base bigint;
alter table agent add column settles_singly_at bigint;
alter table agent add column reports_tool_calls bigint not null default 0;
alter table agent add column reports_messages bigint not null default 0;

create index agent_by_node on agent (node_id) where node_id is not null;

-- Who wrote something, also when the agent is gone.
create view author as
select id, workspace_id, coalesce(deleted_name, name) as name from agent;

-- kind: channel, dm or group. A conversation is named by its id, which no channel can be called.
alter table channel add column kind text not null default 'channel';
alter table channel add column title text;
alter table channel add column metadata text not null default '{}';
alter table channel add column is_archived bigint not null default 0;

alter table member add column last_read_id bigint not null default 0;
alter table member add column last_read_at bigint;

alter table message add column attachments text;
-- How its sender wants it delivered, as JSON; null for as usual.
alter table message add column delivery text;
alter table message add column idempotency_key text;

create index message_by_thread on message (thread_id, id) where thread_id is not null;

-- A delivery up to the agent's ack_seq is acked; status holds what differs from what the cursors tell:
-- held, accepted, deferred, acked, failed, dead_lettered, or replaced by a later attempt. What is held has no place yet:
-- its seq is negative. dead_for: why it was given up. failures: of it and the
-- attempts before it. priority: 1 if urgent. expires_at: null where the usual time to live holds.
alter table delivery add column status text;
alter table delivery add column attempt bigint not null default 1;
alter table delivery add column available_at bigint;
alter table delivery add column error text;
alter table delivery add column retryable bigint;
alter table delivery add column updated_at bigint;
alter table delivery add column priority bigint not null default 0;
alter table delivery add column expires_at bigint;
alter table delivery add column held_for text;
alter table delivery add column dead_for text;
alter table delivery add column failures bigint not null default 0;
-- For deliveries that are posted to a node: how often that was tried, when it may be tried next, what went wrong, which
-- server is at it (a number of its process) and until when others leave it to that, and when it arrived at a receiver
-- that acknowledges later.
alter table delivery add column dispatch_attempts bigint not null default 0;
alter table delivery add column next_attempt_at bigint;
alter table delivery add column dispatch_error text;
alter table delivery add column claim bigint;
alter table delivery add column claim_until bigint;
alter table delivery add column arrived_at bigint;

create unique index delivery_by_message on delivery (message_id, agent_id, attempt);
create index delivery_exceptions on delivery (agent_id, seq) where status is not null;
create index delivery_claims on delivery (agent_id) where claim is not null;
create index delivery_dead on delivery (agent_id, message_id) where status = 'dead_lettered';
create index delivery_dead_since on delivery (updated_at) where status = 'dead_lettered';
create index delivery_due on delivery (available_at) where available_at is not null;
create index delivery_expiring on delivery (expires_at) where expires_at is not null;
create index delivery_urgent on delivery (agent_id, seq) where priority > 0;

-- When the cursor of an agent moved, and how far.
create table ack (
    agent_id  bigint not null,
    up_to_seq bigint not null,
    at        bigint not null,
    primary key (agent_id, up_to_seq)
);

-- Null where the payload can be made from the subject.
alter table ledger add column payload text;
alter table ledger add column agent_id bigint;

-- author_id: who wrote the message.
create table reaction (
    message_id bigint not null,
    agent_id   bigint not null,
    emoji      text    not null,
    id         bigint not null,
    author_id  bigint not null,
    created_at bigint not null,
    primary key (message_id, agent_id, emoji)
);

create index reaction_by_author on reaction (author_id, id);

create table receipt (
    message_id bigint not null,
    agent_id   bigint not null,
    read_at    bigint not null,
    primary key (message_id, agent_id)
);

create table node (
    id                text    primary key,
    workspace_id      bigint not null,
    name              text    not null,
    kind              text    not null,
    role              text    not null,
    adapter           text    not null,
    delivery          text,
    capabilities      text    not null,
    tags              text    not null,
    version           text,
    machine_id        text,
    max_agents        bigint not null,
    status            text    not null,
    handlers_live     bigint not null default 0,
    load              double precision    not null default 0,
    active_agents     bigint not null default 0,
    last_heartbeat_at bigint,
    created_at        bigint not null,
    unique (workspace_id, name)
);

create table provider (
    node_id       text    not null,
    name          text    not null,
    instance_id   text    not null,
    capabilities  text    not null,
    handlers_live bigint not null default 0,
    last_seen     bigint not null,
    primary key (node_id, name)
);

create table action (
    id               text    primary key,
    workspace_id     bigint not null,
    name             text    not null,
    description      text    not null,
    handler_agent_id bigint,
    handler_node_id  text,
    provider         text,
    input_schema     text    not null,
    output_schema    text    not null,
    available_to     text,
    is_global        bigint not null default 0,
    is_queued        bigint not null default 0,
    is_active        bigint not null default 1,
    created_at       bigint not null,
    updated_at       bigint
);

create unique index action_of_agent on action (workspace_id, name) where handler_node_id is null;
create unique index action_of_node on action (workspace_id, handler_node_id, name) where handler_node_id is not null;

-- is_quiet: the caller is not sent what became of it. error_code, error_details, retryable and metadata are parts of the
-- envelope in which it ended.
create table invocation (
    id                 text    primary key,
    workspace_id       bigint not null,
    action_id          text,
    action_name        text    not null,
    caller_id          bigint,
    caller_name        text,
    handler_agent_id   bigint,
    handler_node_id    text,
    dispatched_node_id text,
    provider           text,
    input              text    not null,
    output             text,
    status             text    not null,
    error              text,
    duration_ms        bigint,
    attempts           bigint not null default 0,
    next_attempt_at    bigint,
    dispatched_at      bigint,
    created_at         bigint not null,
    completed_at       bigint,
    unreachable_since  bigint,
    is_queued          bigint not null default 0,
    is_quiet           bigint not null default 0,
    error_code         text,
    error_details      text,
    retryable          bigint,
    metadata           text
);

create index invocation_open on invocation (id) where completed_at is null;

create table observer (
    id           text    primary key,
    workspace_id bigint not null,
    name         text    not null,
    description  text,
    scopes       text    not null,
    filters      text    not null,
    status       text    not null,
    expires_at   bigint,
    created_at   bigint not null,
    updated_at   bigint,
    revoked_at   bigint,
    last_used_at bigint
);

create unique index observer_by_name on observer (workspace_id, name) where status = 'active';

create table session_event (
    agent_id     bigint not null,
    sequence     bigint not null,
    id           text    not null,
    workspace_id bigint not null,
    type         text    not null,
    payload      text,
    created_at   bigint not null,
    primary key (agent_id, sequence)
);

-- The answer to a request that carried a key, kept for those who send it again.
create table idempotency (
    workspace_id bigint not null,
    actor        text    not null,
    scope        text    not null,
    key          text    not null,
    fingerprint  text    not null,
    data         text    not null,
    created_at   bigint not null,
    primary key (workspace_id, actor, scope, key)
);

create index idempotency_by_age on idempotency (created_at);

-- How far a background task has come.
create table progress (
    task  text    primary key,
    value bigint not null
);

-- A file is pending until its uploader has completed it; with upload_hash it still waits for its bytes. The links to
-- download it are signed with its secret.
create table file (
    id           text    primary key,
    workspace_id bigint not null,
    filename     text    not null,
    content_type text    not null,
    size_bytes   bigint not null,
    uploaded_by  text    not null,
    status       text    not null,
    created_at   bigint not null,
    expires_at   bigint,
    upload_hash  text,
    secret       text
);

create index file_by_workspace on file (workspace_id, id);
create index file_unfinished on file (status, expires_at) where status <> 'complete';

create table webhook (
    id           text    primary key,
    workspace_id bigint not null,
    channel_id   bigint not null,
    agent_id     bigint not null,
    name         text    not null,
    is_active    bigint not null default 1,
    created_at   bigint not null
);

-- Events are posted from after cursor_seq on, by the server that has leased it.
create table subscription (
    id              text    primary key,
    workspace_id    bigint not null,
    events          text    not null,
    filter          text,
    url             text    not null,
    headers         text,
    secret          text,
    is_active       bigint not null default 1,
    cursor_seq      bigint not null,
    failures        bigint not null default 0,
    failing_since   bigint,
    next_attempt_at bigint,
    last_error      text,
    created_at      bigint not null,
    worker          bigint,
    leased_until    bigint
);

create table automation (
    id           text    primary key,
    workspace_id bigint not null,
    channel      text,
    pattern      text,
    mention      text,
    action_name  text    not null,
    is_enabled   bigint not null default 1,
    created_at   bigint not null,
    updated_at   bigint,
    cursor_seq   bigint not null default 0,
    last_triggered_at bigint,
    failing_since bigint,
    last_error   text,
    worker       bigint,
    leased_until bigint
);

-- terms: how what it says is delivered. An agent's rule has the agent; the workspace's has none.
create table rule (
    id           text    primary key,
    workspace_id bigint not null,
    agent_id     bigint,
    speaker_id   bigint not null,
    name         text,
    events       text    not null,
    channel      text,
    recipient    text,
    text         text,
    terms        text    not null default '{}',
    is_enabled   bigint not null default 1,
    created_at   bigint not null,
    updated_at   bigint,
    cursor_seq   bigint not null default 0,
    last_triggered_at bigint,
    failing_since bigint,
    last_error   text,
    worker       bigint,
    leased_until bigint
);

create table message_search (
    message_id bigint primary key,
    document   tsvector not null
);

create index message_search_words on message_search using gin (document);
