-- Everything here may be there already: scripts 2 and 3 had all of it for a while.

create index if not exists delivery_unsettled on delivery (agent_id, status, message_id, created_at) where status <> 'acked';

-- sha256: of the bytes that came; null for those that came before it was kept.
alter table file add column if not exists sha256 text;

drop index if exists network_inbox_by_agent;
create index if not exists network_inbox_by_id on network_inbox (id);
create index if not exists network_inbox_handed on network_inbox (session_id, id) where message_id is not null;

-- Servers on this database that have a carrier now, by their worker id.
create table if not exists network_worker (
    worker  bigint primary key,
    seen_at bigint not null
);

-- Peers elsewhere that have shown themselves to one of several servers. envelope: a greeting that says what the peer said
-- of itself.
create table if not exists network_neighbour (
    scope      text    not null,
    channel    text    not null,
    peer_id    text    not null,
    envelope   text    not null,
    seen_at    bigint not null,
    expires_at bigint not null,
    primary key (scope, channel, peer_id)
);

create index if not exists network_neighbour_over on network_neighbour (expires_at);

-- worker: of the server that publishes it. What waits already is left to the first, from which others may take it over.
alter table network_outbox add column if not exists worker bigint not null default 0;
alter table network_outbox alter column worker drop default;

drop index if exists network_outbox_due;
create index if not exists network_outbox_by_worker on network_outbox (worker, id);
