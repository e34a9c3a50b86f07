-- What was said in which room, in two lists: a new message comes into a small one, from which many messages of each room are
-- taken over together into the large one. An index of the messages by room would write a page for each message, as rooms
-- take turns.

create table said_before (
    channel_id integer not null,
    message_id integer not null,
    thread_id  integer,
    primary key (channel_id, message_id)
) strict, without rowid;

create table said_lately (
    channel_id integer not null,
    message_id integer not null,
    thread_id  integer,
    primary key (channel_id, message_id)
) strict, without rowid;

create view said as
select channel_id, message_id, thread_id from said_before
union all
select channel_id, message_id, thread_id from said_lately;

-- In the order of the index, which holds all that is needed but the threads; these come from an index of their own.
insert into said_before (channel_id, message_id)
select channel_id, id from message order by channel_id, id;

update said_before set thread_id = r.thread_id
from (select channel_id, id, thread_id from message where thread_id is not null) r
where said_before.channel_id = r.channel_id and said_before.message_id = r.id;

drop index message_by_channel;

create trigger message_said after insert on message begin
    insert into said_lately (channel_id, message_id, thread_id) values (new.channel_id, new.id, new.thread_id);
end;
