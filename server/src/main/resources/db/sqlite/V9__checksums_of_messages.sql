-- What a message is known by when its words have changed on the disk; null for one that was written before.

alter table message add column checksum integer;
