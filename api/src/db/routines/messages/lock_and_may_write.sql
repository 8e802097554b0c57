-- Asked by the statement that writes a message, which writes none where it is false. Both members are locked first, so that a
-- ban or a block that is under way is waited for and then seen: each statement of a function has a snapshot of its own.
create or replace function lock_and_may_write(sender bigint, receiver bigint, at timestamptz) returns boolean volatile language plpgsql as $$
begin
  perform from members where id in (sender, receiver) order by id for share;
  return may_write(sender, receiver, at);
end $$;
