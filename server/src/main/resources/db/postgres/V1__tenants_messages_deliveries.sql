-- Times are milliseconds since 1970; ids are snowflakes; JSON is text.

create table workspace (
    id         bigint primary key,
    name       text   not null,
    plan       text   not null,
    ledger_seq bigint not null default 0,
    created_at bigint not null
);

create index workspace_by_name on workspace (name);

-- Tokens of every kind, as SHA-256 only. owner is the id of the agent, node or observer.
create table access_token (
    hash         text   primary key,
    kind         text   not null,
    workspace_id bigint not null references workspace (id),
    owner        text   not null,
    created_at   bigint not null,
    expires_at   bigint
);

create table agent (
    id           bigint primary key,
    workspace_id bigint not null references workspace (id),
    name         text   not null,
    type         text   not null,
    status       text   not null,
    persona      text,
    capabilities text,
    metadata     text   not null,
    delivery_seq bigint not null default 0,
    ack_seq      bigint not null default 0,
    created_at   bigint not null,
    last_seen    bigint not null,
    unique (workspace_id, name)
);

create table channel (
    id           bigint primary key,
    workspace_id bigint not null references workspace (id),
    name         text   not null,
    topic        text,
    created_by   bigint,
    created_at   bigint not null,
    unique (workspace_id, name)
);

create table member (
    channel_id bigint not null references channel (id),
    agent_id   bigint not null references agent (id),
    role       text   not null,
    is_muted   bigint not null default 0,
    joined_at  bigint not null,
    primary key (channel_id, agent_id)
);

create index member_by_agent on member (agent_id);

create table message (
    id           bigint primary key,
    workspace_id bigint not null,
    channel_id   bigint not null,
    agent_id     bigint not null,
    thread_id    bigint,
    text        text    not null,
    blocks       text,
    metadata     text   not null,
    mode         text   not null
);

create index message_by_channel on message (channel_id, id);

create table delivery (
    agent_id   bigint not null,
    seq        bigint not null,
    message_id bigint not null,
    reason     text   not null,
    created_at bigint not null,
    primary key (agent_id, seq)
);

create table ledger (
    workspace_id bigint not null,
    seq          bigint not null,
    type         text   not null,
    channel_id   bigint,
    subject      text   not null,
    created_at   bigint not null,
    primary key (workspace_id, seq)
);
