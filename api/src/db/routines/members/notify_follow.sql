create or replace function notify_follow() returns trigger language plpgsql as $$
begin
  new.notification_id := open_notification(new.followed_id, 'FOLLOW', null, null, new.follower_id, new.created_at);
  return new;
end $$;
create or replace trigger follows_notify before insert on follows for each row execute function notify_follow();
