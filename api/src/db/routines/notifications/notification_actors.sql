-- One branch for each kind of cause. What is hidden is not in it; blocks depend on the reader.
create or replace view notification_actors as
  select notification_id, member_id as actor_id, created_at from likes where notification_id is not null
  union all
  select notification_id, follower_id, created_at from follows where notification_id is not null
  union all
  select notification_id, author_id, created_at from comments where notification_id is not null and not is_hidden
  union all
  select reply_notification_id, author_id, created_at from comments
    where reply_notification_id is not null and not is_hidden and not is_post_hidden
  union all
  select comment_likes.notification_id, member_id, comment_likes.created_at
    from comment_likes join comments on comments.id = comment_id
    where comment_likes.notification_id is not null and not is_hidden and not is_post_hidden
  union all
  select mentions.notification_id, author_id, mentions.created_at from mentions join posts on posts.id = post_id
    where mentions.notification_id is not null and not is_hidden
  union all
  select mentions.notification_id, author_id, mentions.created_at from mentions join comments on comments.id = comment_id
    where mentions.notification_id is not null and not is_hidden and not is_post_hidden
  union all
  select id, actor_id, latest_at from notifications where actor_id is not null;
comment on view notification_actors is
  'Who caused a notification.';
