-- Replies, likes on comments, mentions, tags and bookmarks.

alter table posts
  -- Who is named with @ in the caption, and the tags in it, in the order of the text. The tables `mentions` and `post_tags` follow
  -- from these by trigger. Most texts have neither, and then reading a post looks nothing up.
  add column mentioned_ids bigint[] not null default '{}' check (cardinality(mentioned_ids) <= 20),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 20);

alter table comments
  -- The top comment; there is one level of replies (see notify_comment).
  add column parent_id bigint references comments on delete cascade,
  add column mentioned_ids bigint[] not null default '{}' check (cardinality(mentioned_ids) <= 20),
  add column reply_count integer not null default 0 check (reply_count >= 0),
  add column likes_count integer not null default 0 check (likes_count >= 0),
  add column reply_notification_id bigint;

-- A mention in a message notifies nobody further, so it has no row of its own.
alter table messages add column mentioned_ids bigint[] not null default '{}' check (cardinality(mentioned_ids) <= 20);

-- Top comments and replies of a post are listed apart.
drop index comments_by_post;
create index comments_by_post on comments (post_id, parent_id, id);
create index comments_by_parent on comments (parent_id, id) where parent_id is not null;
create index comments_by_reply_notification on comments (reply_notification_id, created_at)
  where reply_notification_id is not null;

create table comment_likes (
  comment_id bigint not null references comments on delete cascade,
  member_id bigint not null references members on delete cascade,
  notification_id bigint,
  created_at timestamptz not null,
  primary key (comment_id, member_id)
);
create index comment_likes_by_member on comment_likes (member_id, created_at);
create index comment_likes_by_notification on comment_likes (notification_id, created_at) where notification_id is not null;

-- One row for each member named in a post or a comment.
create table mentions (
  post_id bigint references posts on delete cascade,
  comment_id bigint references comments on delete cascade,
  member_id bigint not null references members on delete cascade,
  notification_id bigint,
  created_at timestamptz not null,
  check (num_nonnulls(post_id, comment_id) = 1)
);
create unique index mentions_by_post on mentions (post_id, member_id) where post_id is not null;
create unique index mentions_by_comment on mentions (comment_id, member_id) where comment_id is not null;
create index mentions_by_member on mentions (member_id, created_at);
create index mentions_by_notification on mentions (notification_id, created_at) where notification_id is not null;

create table post_tags (
  post_id bigint not null references posts on delete cascade,
  tag text not null,
  created_at timestamptz not null,
  primary key (tag, post_id)
);
create index post_tags_by_post on post_tags (post_id);
create index post_tags_by_time on post_tags (created_at, tag);

create table bookmarks (
  -- In the order of saving; a page of the list ends at such a number.
  id bigint generated always as identity,
  member_id bigint not null references members on delete cascade,
  post_id bigint not null references posts on delete cascade,
  created_at timestamptz not null,
  primary key (member_id, post_id)
);
create unique index bookmarks_newest on bookmarks (member_id, id);
create index bookmarks_by_post on bookmarks (post_id);

-- Tags as they are written, folded; of several that fold to the same the first stays.
create function fold_tags(written text[]) returns text[] language sql immutable strict parallel safe
  return array(
    select tag from (
      select public.fold(word) as tag, min(place) as place from unnest(written) with ordinality as words (word, place) group by 1
    ) folded order by place
  );

create function store_tags() returns trigger language plpgsql as $$
begin
  delete from post_tags where post_id = new.id and tag <> all(new.tags);
  insert into post_tags (post_id, tag, created_at)
    select new.id, unnest(new.tags), new.created_at on conflict do nothing;
  return null;
end $$;
create trigger posts_tagged after insert on posts for each row when (new.tags <> '{}') execute function store_tags();
create trigger posts_tags_changed after update of tags on posts
  for each row when (new.tags <> old.tags) execute function store_tags();

create function wants_notification(receiver bigint, of_kind notification_kind) returns boolean stable language sql
  return not exists (select from notification_settings where member_id = receiver and kind = of_kind and not in_app);

-- An edited text notifies only those whom it did not name before. A member who is being erased is left out.
create function store_mentions() returns trigger language plpgsql as $$
declare
  in_post constant bigint := case tg_table_name when 'posts' then new.id end;
  in_comment constant bigint := case tg_table_name when 'comments' then new.id end;
  written_at constant timestamptz := coalesce(new.edited_at, new.created_at);
  named bigint;
begin
  delete from mentions
    where (post_id = in_post or comment_id = in_comment) and member_id <> all(new.mentioned_ids);
  for named in select id from members where id = any(new.mentioned_ids) order by id for key share loop
    continue when exists (
      select from mentions where (post_id = in_post or comment_id = in_comment) and member_id = named);
    insert into mentions (post_id, comment_id, member_id, notification_id, created_at) values (in_post, in_comment, named,
      open_notification(named, 'MENTION', case when in_post is null then 'comment' else 'post' end, new.id, new.author_id,
        written_at),
      written_at);
  end loop;
  return null;
end $$;
create trigger posts_mention after insert on posts
  for each row when (new.mentioned_ids <> '{}') execute function store_mentions();
create trigger posts_mentions_changed after update of mentioned_ids on posts
  for each row when (new.mentioned_ids <> old.mentioned_ids) execute function store_mentions();
create trigger comments_mention after insert on comments
  for each row when (new.mentioned_ids <> '{}') execute function store_mentions();
create trigger comments_mentions_changed after update of mentioned_ids on comments
  for each row when (new.mentioned_ids <> old.mentioned_ids) execute function store_mentions();

-- A reply to a reply joins the same thread. One comment notifies a member once: of a mention, else of the reply, else of the
-- comment on the member's post.
create or replace function notify_comment() returns trigger language plpgsql as $$
declare
  mentioned constant bigint[] := array(
    select id from unnest(new.mentioned_ids) id where wants_notification(id, 'MENTION'));
  answered comments;
begin
  if new.parent_id is not null then
    select * into answered from comments where id = new.parent_id;
    new.parent_id := coalesce(answered.parent_id, new.parent_id);
    if answered.author_id <> all(mentioned) then
      new.reply_notification_id :=
        open_notification(answered.author_id, 'REPLY', 'comment', answered.id, new.author_id, new.created_at);
    end if;
  end if;
  if new.post_author_id <> all(mentioned)
    and (new.reply_notification_id is null or new.post_author_id <> answered.author_id) then
    new.notification_id :=
      open_notification(new.post_author_id, 'COMMENT', 'post', new.post_id, new.author_id, new.created_at);
  end if;
  return new;
end $$;

create function notify_comment_like() returns trigger language plpgsql as $$
begin
  select open_notification(author_id, 'COMMENT_LIKE', 'comment', id, new.member_id, new.created_at)
    into new.notification_id from comments where id = new.comment_id;
  return new;
end $$;
create trigger comment_likes_notify before insert on comment_likes for each row execute function notify_comment_like();

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

create function count_new_comment_like() returns trigger language plpgsql as $$
begin
  update comments set likes_count = likes_count + 1 where id = new.comment_id;
  return null;
end $$;
create trigger comment_likes_counted after insert on comment_likes for each row execute function count_new_comment_like();

create function uncount_comment_like() returns trigger language plpgsql as $$
begin
  perform 1 from comments where id in (select comment_id from changed) order by id for no key update;
  update comments set likes_count = likes_count - n
    from (select comment_id, count(*) as n from changed group by 1) counted where id = counted.comment_id;
  return null;
end $$;
create trigger comment_likes_uncounted after delete on comment_likes referencing old table as changed
  for each statement execute function uncount_comment_like();

-- The caller has locked the comment, as with set_like. A like that is there already is not inserted again: the trigger that
-- opens the notification runs before the conflict is found.
create function set_comment_like(
  liked_id bigint, liker_id bigint, wanted boolean, at timestamptz, out likes integer, out woken_id bigint
) language plpgsql as $$
declare
  was_liked constant boolean := exists (select from comment_likes where comment_id = liked_id and member_id = liker_id);
  of_notification bigint;
begin
  if wanted and not was_liked then
    insert into comment_likes (comment_id, member_id, created_at) values (liked_id, liker_id, at)
      returning notification_id into of_notification;
  elsif was_liked and not wanted then
    delete from comment_likes where comment_id = liked_id and member_id = liker_id
      returning notification_id into of_notification;
  end if;
  woken_id := member_to_wake(of_notification, liker_id);
  select likes_count into likes from comments where id = liked_id;
end $$;

create or replace function count_new_comment() returns trigger language plpgsql as $$
begin
  update posts set comments_count = comments_count + 1 where id = new.post_id and not new.is_hidden;
  if new.parent_id is not null then
    update comments set reply_count = reply_count + 1 where id = new.parent_id and not new.is_hidden;
  end if;
  insert into day_changes
    select metric, subject_id, lagos_day(new.created_at), 1 from (values
        ('user.given-comments'::metric, new.author_id), ('user.received-comments', new.post_author_id),
        ('groups.comments', new.post_group_id)
      ) as sides (metric, subject_id)
      where subject_id is not null and not new.is_hidden and not new.is_post_hidden;
  return null;
end $$;

create or replace function count_comment() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (select post_id from changed) order by id for no key update;
  update posts set comments_count = comments_count + step_of(tg_op) * n
    from (select post_id, count(*) as n from changed where not is_hidden group by 1) counted
    where id = counted.post_id;
  update comments set reply_count = reply_count + step_of(tg_op) * n
    from (select parent_id, count(*) as n from changed where not is_hidden and parent_id is not null group by 1) counted
    where id = counted.parent_id;
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), step_of(tg_op) * count(*)
      from changed cross join lateral (values
        ('user.given-comments'::metric, author_id), ('user.received-comments', post_author_id),
        ('groups.comments', post_group_id)
      ) as sides (metric, subject_id) where subject_id is not null and not is_hidden and not is_post_hidden group by 1, 2, 3;
  return null;
end $$;
