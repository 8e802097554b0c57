-- As in 0018. Comments and follows look at their own table only: of the view every branch is made ready at each call, which
-- took a third of a comment's time. Not called where there is no notification.
create or replace function member_to_wake(of_notification bigint, actor bigint) returns bigint
  volatile strict language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  receiver bigint;
  of_kind notification_kind;
  has_others boolean;
begin
  select member_id, kind into receiver, of_kind from notifications where id = of_notification and read_at is null;
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

-- Follows begin one by one, so each is counted as a row. A ban or an erasure ends many at once: those are still counted by
-- statement (0004, 0008).
create function count_new_follow() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from members where id in (new.follower_id, new.followed_id) order by id for no key update;
  update members set following_count = following_count + 1 where id = new.follower_id;
  update members set followers_count = followers_count + 1 where id = new.followed_id;
  insert into day_changes values
    ('user.followers', new.followed_id, lagos_day(new.created_at), 1),
    ('user.follows', new.follower_id, lagos_day(new.created_at), 1);
  return null;
end $$;
drop trigger follows_counted on follows;
create trigger follows_counted after insert on follows for each row execute function count_new_follow();

drop trigger follows_in_timeline on follows;
create or replace function follow_in_timeline() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  floor bigint;
begin
  select floor_id into floor from timelines where member_id = new.follower_id for no key update;
  if not found or exists (select from high_fanout_authors where member_id = new.followed_id) then return null; end if;
  insert into timeline_posts (member_id, post_id, author_id)
    select new.follower_id, id, author_id from posts
    where author_id = new.followed_id and not is_hidden and id > floor
    order by id desc limit timeline_length()
    on conflict do nothing;
  perform trim_timeline(new.follower_id);
  return null;
end $$;
create trigger follows_in_timeline after insert on follows for each row execute function follow_in_timeline();
