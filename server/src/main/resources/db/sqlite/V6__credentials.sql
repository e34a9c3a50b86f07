-- What providers are used with, sealed; the key to the seal is not here.

-- fields: the names of what is in it. is_default: whether it is used where nobody names one.
create table credential (
    workspace_id integer not null,
    name         text    not null,
    provider     text    not null,
    fields       text    not null,
    sealed       text    not null,
    key_id       text    not null,
    is_default   integer not null,
    created_at   integer not null,
    updated_at   integer not null,
    primary key (workspace_id, name)
) strict;

create unique index credential_default on credential (workspace_id, provider) where is_default = 1;
