-- As in 0042, and read rows count too: when the last cause of one goes, open pages must lose it. A new cause always joins an
-- unread row, so nobody is woken more often than before.
create or replace function member_to_wake(of_notification bigint, actor bigint) returns bigint
  volatile strict language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  receiver bigint;
  of_kind notification_kind;
  has_others boolean;
begin
  select member_id, kind into receiver, of_kind from notifications where id = of_notification;
  if of_kind = 'COMMENT' then
    has_others := exists (select from comments where notification_id = of_notification and author_id <> actor
      and not is_hidden and not has_block(receiver, author_id));
  elsif of_kind = 'FOLLOW' then
    has_others := exists (select from follows where notification_id = of_notification and follower_id <> actor
      and not has_block(receiver, follower_id));
  else
    has_others := exists (select from notification_actors where notification_id = of_notification and actor_id <> actor
      and not has_block(receiver, actor_id));
  end if;
  return case when not has_others then receiver end;
end $$;
