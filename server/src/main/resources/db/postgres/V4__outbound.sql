-- What was asked of providers, what became of it, and what was exchanged for it.

-- One operation at one place, from the moment it was asked for. actor: who asked, for whom keys are unique. payload: as it
-- was asked; input: as the operation takes it. lane: those that share a credential take turns in it. version counts the
-- changes. next_attempt_at is there only while something is to be done. claim: who is at it, until claim_until. tries: since
-- somebody asked for it last; looks: how often it was looked up what became of it;
-- missed_at: when it was not found, first.
create table outbound_attempt (
    id                   text    primary key,
    workspace_id         bigint not null,
    actor                text    not null,
    agent_id             bigint,
    agent_name           text,
    provider             text    not null,
    surface              text    not null,
    target_ref           text    not null,
    thread_ref           text,
    reply_mode           text,
    kind                 text    not null,
    operation            text    not null,
    is_canonical         bigint not null,
    payload              text    not null,
    input                text    not null,
    source_id            text,
    item_id              text,
    entry_id             text,
    correlation_id       text,
    idempotency_key      text,
    request_hash         text    not null,
    credential           text   not null,
    is_operators         bigint not null,
    account              text   not null,
    lane                 text    not null,
    approvers            text    not null,
    created_at           bigint not null,
    version              bigint not null,
    status               text    not null,
    approval             text,
    decided_by           text,
    attempt_count        bigint not null,
    tries                bigint not null,
    looks                bigint not null,
    missed_at            bigint,
    next_attempt_at      bigint,
    claim                text,
    claim_until          bigint,
    note                 text,
    result               text,
    error_code           text,
    error_message        text,
    error_details        text,
    is_retryable         bigint,
    retry_after_ms       bigint,
    provider_status      bigint,
    provider_request_id  text,
    provider_resource_id text,
    provider_url         text,
    started_at           bigint,
    completed_at         bigint,
    updated_at           bigint not null
);

create unique index outbound_attempt_by_key on outbound_attempt (workspace_id, actor, idempotency_key);
create index outbound_attempt_by_time on outbound_attempt (workspace_id, created_at, id);
create index outbound_attempt_pending on outbound_attempt (workspace_id, approvers) where approval = 'pending';
create index outbound_attempt_due on outbound_attempt (lane, next_attempt_at) where next_attempt_at is not null;
create index outbound_attempt_claimed on outbound_attempt (claim_until) where claim is not null;
create index outbound_attempt_idle on outbound_attempt (updated_at) where next_attempt_at is null and claim is null;
create index outbound_attempt_queued on outbound_attempt (workspace_id) where status = 'queued';
create index outbound_attempt_by_item on outbound_attempt (workspace_id, item_id, created_at) where item_id is not null;
create index outbound_attempt_by_resource on outbound_attempt (workspace_id, provider, provider_resource_id)
    where provider_resource_id is not null;

-- What happened to an attempt: changes of its status, and what was exchanged with the provider, without secrets.
create table outbound_event (
    attempt_id       text    not null,
    seq              bigint not null,
    at               bigint not null,
    from_status      text,
    to_status        text    not null,
    attempt_no       bigint not null,
    http_method      text,
    url              text,
    http_status      bigint,
    duration_ms      bigint,
    request_digest   text,
    response_excerpt text,
    error_code       text,
    error_message    text,
    retry_after_ms   bigint,
    by_whom          text,
    primary key (attempt_id, seq)
);

-- Where those that share a credential take turns. free_at: when the next may be called. holder: whose turn it is.
create table outbound_lane (
    lane    text    primary key,
    free_at bigint not null,
    holder  text
);
