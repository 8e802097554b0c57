-- No message across a ban or a block. The sender must not be suspended either, and the receiver must be verified.
create or replace function may_write(sender bigint, receiver bigint, at timestamptz) returns boolean stable language plpgsql as $$
begin
  return exists (
    select from members one, members other
    where one.id = sender and one.banned_at is null and (one.suspended_until is null or one.suspended_until <= at)
      and other.id = receiver and other.banned_at is null and other.verified_at is not null
      and not exists (select from blocks where (blocker_id, blocked_id) in ((sender, receiver), (receiver, sender))));
end $$;
