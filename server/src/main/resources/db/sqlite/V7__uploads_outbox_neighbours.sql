-- Everything here may be there already: scripts 2 and 3 had all of it for a while. SQLite cannot add a column only where it
-- is missing, so the tables are made anew. A name that the inner select does not find is that of the outer one, `otherwise`.

create index if not exists delivery_unsettled on delivery (agent_id, status, message_id, created_at) where status <> 'acked';

-- sha256: of the bytes that came; null for those that came before it was kept.
alter table file rename to file_before;
create table file (
    id           text    primary key,
    workspace_id integer not null,
    filename     text    not null,
    content_type text    not null,
    size_bytes   integer not null,
    uploaded_by  text    not null,
    status       text    not null,
    created_at   integer not null,
    expires_at   integer,
    upload_hash  text,
    secret       text,
    sha256       text
) strict;
insert into file
select before.*, (select sha256 from file_before same where same.id = before.id)
from (select id, workspace_id, filename, content_type, size_bytes, uploaded_by, status, created_at, expires_at, upload_hash,
    secret from file_before) before, (select null as sha256) otherwise;
drop table file_before;

create index file_by_workspace on file (workspace_id, id);
create index file_unfinished on file (status, expires_at) where status <> 'complete';

drop index if exists network_inbox_by_agent;
create index if not exists network_inbox_by_id on network_inbox (id);
create index if not exists network_inbox_handed on network_inbox (session_id, id) where message_id is not null;

-- Servers on this database that have a carrier now, by their worker id.
create table if not exists network_worker (
    worker  integer primary key,
    seen_at integer not null
) strict;

-- Peers elsewhere that have shown themselves to one of several servers. envelope: a greeting that says what the peer said
-- of itself.
create table if not exists network_neighbour (
    scope      text    not null,
    channel    text    not null,
    peer_id    text    not null,
    envelope   text    not null,
    seen_at    integer not null,
    expires_at integer not null,
    primary key (scope, channel, peer_id)
) strict, without rowid;

create index if not exists network_neighbour_over on network_neighbour (expires_at);

-- worker: of the server that publishes it. What waits already is left to the first, from which others may take it over.
alter table network_outbox rename to network_outbox_before;
create table network_outbox (
    id           integer primary key,
    workspace_id integer not null,
    session_id   text    not null,
    subject      text    not null,
    attempts     integer not null,
    due_at       integer not null,
    trouble      text,
    worker       integer not null
) strict;
insert into network_outbox
select before.*, (select worker from network_outbox_before same where same.id = before.id)
from (select id, workspace_id, session_id, subject, attempts, due_at, trouble from network_outbox_before) before,
    (select 0 as worker) otherwise;
drop table network_outbox_before;

create index network_outbox_by_workspace on network_outbox (workspace_id);
create index network_outbox_by_worker on network_outbox (worker, id);
