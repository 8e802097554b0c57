-- Hides or shows the comments of a member, the replies to them and the comments on the member's posts, after the ban has begun
-- or ended. A reply is hidden while its author or that of the top comment is banned: without that comment nobody finds it.
create or replace function hide_comments(of_member bigint) returns void language plpgsql as $$
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
