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
  -- A follow has no target. A sale is a line of an order, for its seller; the ids of orders and of lines overlap.
  target_type text
    check (target_type in ('post', 'comment', 'group', 'item', 'order', 'sale', 'user', 'dispute', 'payout')),
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
  -- Two statements, because no index finds `is not distinct from`.
  if of_id is null then
    select id into opened from notifications
      where member_id = receiver and kind = of_kind and target_type is null and target_id is null and read_at is null
      for share;
  else
    select id into opened from notifications
      where member_id = receiver and kind = of_kind and target_type = of_type and target_id = of_id and read_at is null
      for share;
  end if;
  if opened is null then
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

-- The member whose unread count has changed because this actor's cause came or went: nobody, where the row shows others
-- anyway. A function, because it sees the cause that the calling statement writes.
create function member_to_wake(of_notification bigint, actor bigint) returns bigint volatile language plpgsql as $$
begin
  return (
    select member_id from notifications where id = of_notification and read_at is null and not exists (
      select from notification_actors other where notification_id = of_notification and actor_id <> actor
        and not exists (select from blocks
          where (blocker_id, blocked_id) in ((member_id, other.actor_id), (other.actor_id, member_id)))));
end $$;

-- As in 0015, and it returns whom to wake. A like that is there already is not inserted again: the trigger that opens the
-- notification runs before the conflict is found.
drop function set_like(bigint, bigint, boolean, timestamptz);
create function set_like(
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
      returning notification_id into of_notification;
  elsif was_liked and not is_liked then
    delete from likes where post_id = liked_id and member_id = liker_id returning notification_id into of_notification;
  end if;
  if of_notification is not null then woken_id := member_to_wake(of_notification, liker_id); end if;
  select likes_count into likes from posts where id = liked_id;
end $$;

-- Returns whom to wake. The caller has locked both members, so that one follow at a time finds that there is none.
create function start_follow(follower bigint, followed bigint, at timestamptz) returns bigint volatile language plpgsql as $$
declare
  of_notification bigint;
begin
  if not exists (select from follows where follower_id = follower and followed_id = followed) then
    insert into follows (follower_id, followed_id, created_at) values (follower, followed, at)
      returning notification_id into of_notification;
  end if;
  return member_to_wake(of_notification, follower);
end $$;
