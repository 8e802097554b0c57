-- A ban also hides the replies under a hidden comment and takes back likes on comments: replaces what 0007 did.

drop function move_hidden_days(bigint, boolean);

-- Takes the likes on the posts of a banned member out of the daily counts, or puts them back when the ban ends.
create function hide_likes(author bigint, is_banned boolean) returns void language plpgsql as $$
begin
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), case when is_banned then -1 else 1 end * count(*)
      from likes cross join lateral (values
        ('user.given-likes'::metric, member_id), ('user.received-likes', post_author_id), ('groups.likes', post_group_id)
      ) as sides (metric, subject_id)
      where post_id in (select id from posts where author_id = author) and is_post_hidden <> is_banned
        and subject_id is not null group by 1, 2, 3;
  update likes set is_post_hidden = is_banned
    where post_id in (select id from posts where author_id = author) and is_post_hidden <> is_banned;
end $$;

-- Hides or shows the comments of a member, the replies to them and the comments on the member's posts, after the ban has begun
-- or ended. A reply is hidden while its author or that of the top comment is banned: without that comment nobody finds it.
create function hide_comments(of_member bigint) returns void language plpgsql as $$
begin
  with touched as (
    select comments.*, num_nonnulls(author.banned_at, top_author.banned_at) > 0 as hides,
      post_author.banned_at is not null as hides_post
    from comments
      join members author on author.id = comments.author_id
      join members post_author on post_author.id = comments.post_author_id
      left join comments top on top.id = comments.parent_id
      left join members top_author on top_author.id = top.author_id
    where comments.id in (
      select id from comments where author_id = of_member
      union all
      select reply.id from comments top join comments reply on reply.parent_id = top.id where top.author_id = of_member
      union all
      select comments.id from posts join comments on post_id = posts.id where posts.author_id = of_member)
  ), days as (
    insert into day_changes
      select metric, subject_id, lagos_day(created_at), sum(step) from (
          select *, (not hides and not hides_post)::integer - (not is_hidden and not is_post_hidden)::integer as step
          from touched
        ) stepped cross join lateral (values
          ('user.given-comments'::metric, author_id), ('user.received-comments', post_author_id),
          ('groups.comments', post_group_id)
        ) as sides (metric, subject_id)
        where step <> 0 and subject_id is not null group by 1, 2, 3
  ), counters as (
    update posts set comments_count = comments_count + n
      from (select post_id, sum(is_hidden::integer - hides::integer) as n from touched group by 1) counted
      where posts.id = counted.post_id and n <> 0
  )
  update comments set is_hidden = hides, is_post_hidden = hides_post from touched
    where comments.id = touched.id and (comments.is_hidden <> hides or comments.is_post_hidden <> hides_post);
  update comments top set reply_count = (select count(*) from comments where parent_id = top.id and not is_hidden)
    where id in (select coalesce(parent_id, id) from comments where author_id = of_member);
end $$;

create or replace function hide_banned() returns trigger language plpgsql as $$
declare
  is_banned constant boolean := new.banned_at is not null;
  step constant integer := case when is_banned then -1 else 1 end;
begin
  -- Members are locked before posts, and posts by id, as in every other write.
  if is_banned then
    delete from follows where follower_id = new.id or followed_id = new.id;
    delete from memberships where member_id = new.id;
  end if;
  perform 1 from posts
    where author_id = new.id
      or id in (select post_id from comments where author_id = new.id)
      or id in (select post_id from likes where member_id = new.id)
      or id in (select post_id from comment_likes join comments on comments.id = comment_id where member_id = new.id)
    order by id for no key update;
  perform count_posts_per_day(new.id, group_id, min(created_at), step * count(*))
    from posts where author_id = new.id and is_hidden <> is_banned group by group_id, lagos_day(created_at);
  update posts set is_hidden = is_banned where author_id = new.id;
  update members set posts_count = case when is_banned then 0 else (select count(*) from posts where author_id = new.id) end
    where id = new.id;
  perform hide_likes(new.id, is_banned);
  perform hide_comments(new.id);
  if is_banned then
    delete from likes where member_id = new.id;
    delete from comment_likes where member_id = new.id;
  end if;
  return null;
end $$;
