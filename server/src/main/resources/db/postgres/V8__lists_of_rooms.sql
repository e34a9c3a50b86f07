-- What was said in which room. PostgreSQL writes little for an entry of an index, so the index of the messages is the list.

create view said as
select channel_id, id as message_id, thread_id from message;
