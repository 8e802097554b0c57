-- Null: the owner, on the command line of the server.
alter table audit_log alter column actor_id drop not null;
