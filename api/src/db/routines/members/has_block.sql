-- Whether one of them has blocked the other. Writes are one statement each (api/src/domain/write-as.ts). After a wait for a lock
-- PostgreSQL checks the locked row again, but the statement still sees other tables as they were when it began. So what must be
-- seen as it is after the lock is read by a volatile function, as here; in plpgsql, because PostgreSQL could copy SQL into the
-- statement.
create or replace function has_block(one bigint, other bigint) returns boolean volatile language plpgsql as $$
begin
  return exists (select from blocks where (blocker_id, blocked_id) in ((one, other), (other, one)));
end $$;
