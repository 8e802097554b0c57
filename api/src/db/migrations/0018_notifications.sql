create type notification_kind as enum (
  'LIKE', 'COMMENT', 'REPLY', 'COMMENT_LIKE', 'MENTION', 'FOLLOW', 'PROPOSAL', 'MODERATION', 'ORDER', 'REVIEW', 'DISPUTE',
  'PAYOUT'
);

-- One row for all causes of one kind on one target, until it is read; after that the next cause opens a new row. Who acted is
-- not copied: each cause holds the id of its row (see the view notification_actors). So ten thousand likes of a post are one
-- row that is written once, and an undone or hidden cause is gone from it by itself (docs/decisions/0023).
create table notifications (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  kind notification_kind not null,
  -- A follow has no target.
  target_type text check (target_type in ('post', 'comment', 'group', 'item', 'order', 'user', 'dispute', 'payout')),
  target_id bigint,
  -- For what happens once and has no row of its own to refer to: who did it (null: the product or its staff), and the sentence.
  actor_id bigint references members on delete cascade,
  body text check (length(body) between 1 and 500),
  created_at timestamptz not null,
  -- The time of its newest cause. While it is unread, causes join without writing here: see notification_actors.
  latest_at timestamptz not null,
  read_at timestamptz,
  check ((target_type is null) = (target_id is null))
);
create unique index notifications_unread on notifications (member_id, kind, target_type, target_id) nulls not distinct
  where read_at is null;
create index notifications_read on notifications (member_id, latest_at, id) where read_at is not null;
create index notifications_by_actor on notifications (actor_id) where actor_id is not null;
create index notifications_by_time on notifications (latest_at);

-- Only what differs from the default, which is all three on.
create table notification_settings (
  member_id bigint not null references members on delete cascade,
  kind notification_kind not null,
  in_app boolean not null default true,
  push boolean not null default true,
  mail boolean not null default true,
  primary key (member_id, kind)
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_by_member on push_subscriptions (member_id);

-- The unread row for a cause, made where there is none; null where the receiver is the actor or has switched the kind off. The
-- row is locked, so that it cannot be marked as read before the cause is visible: the cause would never be seen.
create function open_notification(
  receiver bigint, of_kind notification_kind, of_type text, of_id bigint, actor bigint, at timestamptz
) returns bigint language plpgsql as $$
declare
  opened bigint;
begin
  if receiver = actor or exists (
    select from notification_settings where member_id = receiver and kind = of_kind and not in_app
  ) then
    return null;
  end if;
  select id into opened from notifications
    where member_id = receiver and kind = of_kind and target_type is not distinct from of_type
      and target_id is not distinct from of_id and read_at is null
    for share;
  if not found then
    insert into notifications (member_id, kind, target_type, target_id, created_at, latest_at)
      values (receiver, of_kind, of_type, of_id, at, at)
      on conflict (member_id, kind, target_type, target_id) where read_at is null
        do update set latest_at = excluded.latest_at
      returning id into opened;
  end if;
  return opened;
end $$;

alter table likes add column notification_id bigint;
alter table follows add column notification_id bigint;
alter table comments add column notification_id bigint;
create index likes_by_notification on likes (notification_id, created_at) where notification_id is not null;
create index follows_by_notification on follows (notification_id, created_at) where notification_id is not null;
create index comments_by_notification on comments (notification_id, created_at) where notification_id is not null;

-- Named so that they run after the triggers that copy the post's columns.
create function notify_like() returns trigger language plpgsql as $$
begin
  new.notification_id :=
    open_notification(new.post_author_id, 'LIKE', 'post', new.post_id, new.member_id, new.created_at);
  return new;
end $$;
create trigger likes_notify before insert on likes for each row execute function notify_like();

create function notify_comment() returns trigger language plpgsql as $$
begin
  new.notification_id :=
    open_notification(new.post_author_id, 'COMMENT', 'post', new.post_id, new.author_id, new.created_at);
  return new;
end $$;
create trigger comments_notify before insert on comments for each row execute function notify_comment();

create function notify_follow() returns trigger language plpgsql as $$
begin
  new.notification_id := open_notification(new.followed_id, 'FOLLOW', null, null, new.follower_id, new.created_at);
  return new;
end $$;
create trigger follows_notify before insert on follows for each row execute function notify_follow();

-- Who acted, for each row: one branch for each kind of cause. What is hidden is not in it; blocks depend on the reader.
create view notification_actors as
  select notification_id, member_id as actor_id, created_at from likes where notification_id is not null
  union all
  select notification_id, follower_id, created_at from follows where notification_id is not null
  union all
  select notification_id, author_id, created_at from comments where notification_id is not null and not is_hidden
  union all
  select id, actor_id, latest_at from notifications where actor_id is not null;
