-- For the nightly check. What nobody sees, because its author or the post's author is banned, is not counted.
create or replace view recounted_days as
  with each as (
    select 'user.followers'::metric as metric, followed_id as subject_id, lagos_day(created_at) as day from follows
    union all
    select 'user.follows', follower_id, lagos_day(created_at) from follows
    union all
    select metric, subject_id, lagos_day(created_at) from posts cross join lateral (values
        ('user.posts'::metric, author_id), ('groups.posts', group_id), ('system.posts', 0),
        ('user.group-posts', case when group_id is not null then author_id end)
      ) as sides (metric, subject_id) where not is_hidden
    union all
    select metric, subject_id, lagos_day(likes.created_at) from likes join posts on posts.id = post_id
      cross join lateral (values
        ('user.given-likes'::metric, member_id), ('user.received-likes', author_id), ('groups.likes', group_id)
      ) as sides (metric, subject_id) where not posts.is_hidden
    union all
    select metric, subject_id, lagos_day(comments.created_at) from comments join posts on posts.id = post_id
      cross join lateral (values
        ('user.given-comments'::metric, comments.author_id), ('user.received-comments', posts.author_id),
        ('groups.comments', group_id)
      ) as sides (metric, subject_id) where not comments.is_hidden and not posts.is_hidden
    union all
    select metric, subject_id, lagos_day(joined_at) from memberships
      cross join lateral (values ('groups.membership'::metric, group_id), ('system.group-memberships', 0))
        as sides (metric, subject_id)
    union all
    select 'system.signups', 0, lagos_day(created_at) from members
    union all
    select metric, subject_id, lagos_day(created_at) from logins
      cross join lateral (values ('user.logins'::metric, member_id), ('system.logins', 0)) as sides (metric, subject_id)
    union all
    select case action when 'BAN_USER' then 'system.bans'::metric else 'system.suspensions' end, 0, lagos_day(created_at)
      from audit_log where action in ('BAN_USER', 'SUSPEND_USER')
  )
  select metric, subject_id, day, count(*)::integer as value from each where subject_id is not null group by 1, 2, 3;
comment on view recounted_days is
  'The daily counts, counted anew from the rows. They must equal `day_counts` and `day_changes` together.';
