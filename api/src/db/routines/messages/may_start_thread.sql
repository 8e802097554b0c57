-- Of many conversations begun at once each waits for those before it, and counts them. Any number will do for the lock, as
-- long as nothing else locks pairs of numbers that begin with it.
create or replace function may_start_thread(writer bigint, since timestamptz, most integer) returns boolean volatile language plpgsql as $$
begin
  perform pg_advisory_xact_lock(11, hashint8(writer));
  return (select count(*) from threads where owner_id = writer and started_at > since) < most;
end $$;
