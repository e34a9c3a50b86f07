-- What happens elsewhere: where it is heard of, what was heard, who wants which of it, and what agents find of it. Everything
-- belongs to one workspace. config never holds a secret: config_ref names a credential.

create table event_host (
    id           text    primary key,
    workspace_id integer not null,
    type         text    not null,
    key          text    not null,
    config_ref   text,
    config       text    not null,
    status       text    not null,
    created_at   integer not null,
    updated_at   integer not null
) strict;

create unique index event_host_by_key on event_host (workspace_id, type, key);

-- last_seq: of its newest event; whoever holds this row may append, or bring a subscription to the end.
-- checkpoint: how far whoever reads the source has come there. trouble: what went wrong there last.
-- place_id: what its host calls for good what the source is about, where that may be renamed.
-- worker, leased_until: which server goes and reads it, where sources are read by the server.
create table event_source (
    id           text    primary key,
    workspace_id integer not null,
    host_id      text    not null,
    kind         text    not null,
    key          text    not null,
    type         text    not null,
    config_ref   text,
    config       text    not null,
    status       text    not null,
    checkpoint   text,
    trouble      text,
    place_id     text,
    worker       integer,
    leased_until integer,
    last_seq     integer not null default 0,
    created_at   integer not null,
    updated_at   integer not null
) strict;

create unique index event_source_by_key on event_source (host_id, kind, key);
create index event_source_by_workspace on event_source (workspace_id, created_at);

-- digest: of the bytes that were signed, where the id of the event was not.
create table event (
    source_id    text    not null,
    seq          integer not null,
    id           text    not null,
    workspace_id integer not null,
    native_id    text    not null,
    variant      text    not null,
    occurred_at  integer not null,
    is_own       integer not null default 0,
    metadata     text    not null,
    payload      text    not null,
    provider_payload text,
    handle       text,
    digest       text,
    created_at   integer not null,
    primary key (source_id, seq)
) strict, without rowid;

create unique index event_by_native_id on event (source_id, native_id, variant);
create index event_by_digest on event (source_id, digest) where digest is not null;
create index event_by_age on event (created_at);

-- next_seq: the event to look at next, while the subscription is behind; null once it gets events as they come.
-- retire_at: when it ends by itself. filter and cleanup: as JSON. delivery: how its items are to be delivered, as JSON.
create table event_subscription (
    id           text    primary key,
    workspace_id integer not null,
    agent_id     integer not null,
    source_id    text    not null,
    filter       text    not null,
    tracked_ref  text,
    cleanup      text    not null,
    start_policy text    not null,
    start_seq    integer,
    start_time   integer,
    delivery     text    not null,
    include_own  integer not null default 0,
    next_seq     integer,
    failures     integer not null default 0,
    last_error   text,
    retry_at     integer,
    retire_at    integer,
    created_at   integer not null
) strict;

create index event_subscription_live on event_subscription (source_id, id) where next_seq is null;
create index event_subscription_by_source on event_subscription (source_id, id);
create index event_subscription_behind on event_subscription (retry_at) where next_seq is not null;
create index event_subscription_by_agent on event_subscription (agent_id);
create index event_subscription_by_workspace on event_subscription (workspace_id, created_at);
create index event_subscription_by_tracked on event_subscription (workspace_id, tracked_ref) where tracked_ref is not null;
create index event_subscription_retiring on event_subscription (retire_at) where retire_at is not null;

-- One per agent for whom something has come, or who has said how to gather it. Null where it is as usual.
create table event_inbox (
    agent_id      integer primary key,
    workspace_id  integer not null,
    last_sequence integer not null default 0,
    is_gathering  integer not null default 0,
    window_ms     integer,
    max_items     integer,
    max_age_ms    integer
) strict;

create table event_item (
    id           text    primary key,
    workspace_id integer not null,
    agent_id     integer not null,
    source_id    text    not null,
    native_id    text    not null,
    variant      text    not null,
    subscription_id text,
    occurred_at  integer not null,
    metadata     text    not null,
    payload      text    not null,
    provider_payload text,
    handle       text,
    delivery     text    not null,
    created_at   integer not null,
    acked_at     integer
) strict;

create unique index event_item_by_native_id on event_item (agent_id, source_id, native_id, variant);
create index event_item_open on event_item (agent_id, created_at) where acked_at is null;
create index event_item_acked on event_item (acked_at) where acked_at is not null;

-- mail: waiting for its place in the mailbox, open there, settled, or lost there. message_id: of the message in the mailbox.
create table event_entry (
    id           text    primary key,
    workspace_id integer not null,
    agent_id     integer not null,
    sequence     integer not null,
    kind         text    not null,
    thread_id    text,
    revision     integer,
    summary      text    not null,
    count        integer not null,
    first_item_at integer not null,
    last_item_at integer not null,
    handle       text,
    delivery     text    not null,
    mail         text    not null,
    message_id   integer,
    created_at   integer not null,
    acked_at     integer,
    superseded_at integer
) strict;

create unique index event_entry_by_sequence on event_entry (agent_id, sequence);
create index event_entry_unsettled on event_entry (agent_id, sequence) where mail in ('waiting', 'open');
create index event_entry_acked on event_entry (acked_at) where acked_at is not null;
create index event_entry_superseded on event_entry (superseded_at) where superseded_at is not null;
create index event_entry_visible on event_entry (agent_id, sequence) where acked_at is null and superseded_at is null;

create table event_entry_item (
    entry_id text    not null,
    place    integer not null,
    item_id  text    not null,
    primary key (entry_id, place)
) strict, without rowid;

create index event_entry_item_by_item on event_entry_item (item_id);

-- Items that are told together. flush_at: when what has come is told at the latest.
create table event_thread (
    id            text    primary key,
    workspace_id  integer not null,
    agent_id      integer not null,
    source_id     text    not null,
    group_key     text    not null,
    resource_ref  text    not null,
    event_family  text    not null,
    revision      integer not null default 0,
    latest_entry_id text,
    is_open       integer not null default 1,
    flush_at      integer,
    created_at    integer not null
) strict;

create unique index event_thread_open on event_thread (agent_id, group_key) where is_open = 1;
create index event_thread_due on event_thread (flush_at) where flush_at is not null;
create index event_thread_closed on event_thread (id) where is_open = 0;
create index event_thread_by_agent on event_thread (agent_id);

create table event_thread_item (
    thread_id text    not null,
    item_id   text    not null,
    place     integer not null,
    primary key (thread_id, item_id)
) strict, without rowid;

create index event_thread_item_by_item on event_thread_item (item_id);
