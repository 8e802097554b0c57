-- A comment runs these, and PostgreSQL planned their queries anew each time: that took two thirds of its time. Their tables are
-- read by key alone, so one plan fits all. Whoever replaces one of them, or of those below, must set this again.
alter function open_notification set plan_cache_mode = force_generic_plan;
alter function count_new_comment set plan_cache_mode = force_generic_plan;

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

-- Follows begin and end one by one, and one is counted without aggregates. Many at once (a ban, an erasure, an import) are
-- still counted together: to update the row of a member once for each follower would take longer with each one.
create or replace function count_follow() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  step constant integer := step_of(tg_op);
  single follows;
begin
  if (select count(*) from changed) = 1 then
    select * into single from changed;
    perform 1 from members where id in (single.follower_id, single.followed_id) order by id for no key update;
    update members set following_count = following_count + step where id = single.follower_id;
    update members set followers_count = followers_count + step where id = single.followed_id;
    insert into day_changes values
      ('user.followers', single.followed_id, lagos_day(single.created_at), step),
      ('user.follows', single.follower_id, lagos_day(single.created_at), step);
    return null;
  end if;
  perform 1 from members
    where id in (select follower_id from changed union select followed_id from changed)
    order by id for no key update;
  update members set following_count = following_count + step * n
    from (select follower_id, count(*) as n from changed group by 1) counted where id = follower_id;
  update members set followers_count = followers_count + step * n
    from (select followed_id, count(*) as n from changed group by 1) counted where id = followed_id;
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), step * count(*)
      from changed cross join lateral (values ('user.followers'::metric, followed_id), ('user.follows', follower_id))
        as sides (metric, subject_id) group by 1, 2, 3;
  return null;
end $$;

-- As in 0008, and it ends at once where no follower has a timeline.
create or replace function follow_in_timeline() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from timelines where member_id in (select follower_id from changed) order by member_id for no key update;
  if not found then return null; end if;
  insert into timeline_posts (member_id, post_id, author_id)
    select follower_id, post.id, post.author_id
    from changed join timelines on member_id = follower_id
      cross join lateral (
        select id, author_id from posts
        where author_id = changed.followed_id and not is_hidden and id > timelines.floor_id
        order by id desc limit timeline_length()
      ) post
    where not exists (select from high_fanout_authors where high_fanout_authors.member_id = changed.followed_id)
    on conflict do nothing;
  perform trim_timeline(member_id) from timelines where member_id in (select follower_id from changed);
  return null;
end $$;

-- As in 0018, except that a like of somebody whom the author has blocked is not one that the author sees anyway.
create or replace function set_like(
  liked_id bigint, liker_id bigint, wanted boolean, at timestamptz,
  out is_liked boolean, out likes integer, out woken_id bigint
) language plpgsql as $$
declare
  was_liked constant boolean := exists (select from likes where post_id = liked_id and member_id = liker_id);
  of_notification bigint;
begin
  is_liked := coalesce(wanted, not was_liked);
  if is_liked and not was_liked then
    insert into likes (post_id, member_id, created_at) values (liked_id, liker_id, at)
      returning notification_id, post_author_id into of_notification, woken_id;
  elsif was_liked and not is_liked then
    delete from likes where post_id = liked_id and member_id = liker_id
      returning notification_id, post_author_id into of_notification, woken_id;
  end if;
  if of_notification is null or exists (select from likes
    where notification_id = of_notification and member_id <> liker_id and not has_block(woken_id, member_id)) then
    woken_id := null;
  end if;
  select likes_count into likes from posts where id = liked_id;
end $$;
