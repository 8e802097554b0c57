-- Returns whom to wake. The caller has locked both members, so that one follow at a time finds that there is none.
create or replace function start_follow(follower bigint, followed bigint, at timestamptz) returns bigint volatile language plpgsql as $$
declare
  of_notification bigint;
begin
  if not exists (select from follows where follower_id = follower and followed_id = followed) then
    insert into follows (follower_id, followed_id, created_at) values (follower, followed, at)
      returning notification_id into of_notification;
  end if;
  return member_to_wake(of_notification, follower);
end $$;
