-- The steps in their order. Counting locks the author's row first, so that a post at the same moment is found here, or its job finds
-- the follow (on_post_insert). Then the timeline's row is locked, so that a fill that is running is waited for, and waits for this.
--
-- Follows begin and end one by one, and one is counted without aggregates. Many at once (a ban, an erasure, an import) are counted
-- together: to update the row of a member once for each follower would take longer with each one.
create or replace function on_follow_change() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan as $$
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
  else
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
  end if;

  perform 1 from timelines where member_id in (select follower_id from changed) order by member_id for no key update;
  if not found then return null; end if;
  if tg_op = 'DELETE' then
    delete from timeline_posts using changed where member_id = follower_id and author_id = followed_id;
    return null;
  end if;
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
create or replace trigger follows_inserted after insert on follows referencing new table as changed
  for each statement execute function on_follow_change();
create or replace trigger follows_deleted after delete on follows referencing old table as changed
  for each statement execute function on_follow_change();
