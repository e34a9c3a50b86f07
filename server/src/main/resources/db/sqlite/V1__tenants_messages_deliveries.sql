-- Times are milliseconds since 1970; ids are snowflakes; JSON is text.

create table workspace (
    id         integer primary key,
    name       text    not null,
    plan       text    not null,
    ledger_seq integer not null default 0,
    created_at integer not null
) strict;

create index workspace_by_name on workspace (name);

-- Tokens of every kind, as SHA-256 only. owner is the id of the agent, node or observer.
create table access_token (
    hash         text    primary key,
    kind         text    not null,
    workspace_id integer not null references workspace (id),
    owner        text    not null,
    created_at   integer not null,
    expires_at   integer
) strict, without rowid;

create table agent (
    id           integer primary key,
    workspace_id integer not null references workspace (id),
    name         text    not null,
    type         text    not null,
    status       text    not null,
    persona      text,
    capabilities text,
    metadata     text    not null,
    delivery_seq integer not null default 0,
    ack_seq      integer not null default 0,
    created_at   integer not null,
    last_seen    integer not null,
    unique (workspace_id, name)
) strict;

create table channel (
    id           integer primary key,
    workspace_id integer not null references workspace (id),
    name         text    not null,
    topic        text,
    created_by   integer,
    created_at   integer not null,
    unique (workspace_id, name)
) strict;

create table member (
    channel_id integer not null references channel (id),
    agent_id   integer not null references agent (id),
    role       text    not null,
    is_muted   integer not null default 0,
    joined_at  integer not null,
    primary key (channel_id, agent_id)
) strict, without rowid;

create index member_by_agent on member (agent_id);

create table message (
    id           integer primary key,
    workspace_id integer not null,
    channel_id   integer not null,
    agent_id     integer not null,
    thread_id    integer,
    text         text    not null,
    blocks       text,
    metadata     text    not null,
    mode         text    not null
) strict;

create index message_by_channel on message (channel_id, id);

create table delivery (
    agent_id   integer not null,
    seq        integer not null,
    message_id integer not null,
    reason     text    not null,
    created_at integer not null,
    primary key (agent_id, seq)
) strict, without rowid;

create table ledger (
    workspace_id integer not null,
    seq          integer not null,
    type         text    not null,
    channel_id   integer,
    subject      text    not null,
    created_at   integer not null,
    primary key (workspace_id, seq)
) strict, without rowid;
