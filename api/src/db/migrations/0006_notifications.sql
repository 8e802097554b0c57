-- replaces up to 0066_checked_targets.sql
-- MESSAGE has settings of pushes and mails, and never a row in `notifications`.
create type notification_kind as enum (
  'LIKE', 'COMMENT', 'REPLY', 'COMMENT_LIKE', 'MENTION', 'FOLLOW', 'PROPOSAL', 'MODERATION', 'ORDER', 'REVIEW', 'DISPUTE',
  'PAYOUT', 'MESSAGE'
);

create table notifications (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  kind notification_kind not null,
  -- A follow has no target. A sale is a line of an order, for its seller; the ids of orders and of lines overlap.
  target_type text check (target_type in (
    'post', 'comment', 'group', 'item', 'order', 'sale', 'user', 'dispute', 'payout', 'offer', 'review')),
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
comment on table notifications is
  'What the bell of a member lists. One row for all causes of one kind on one target, until it is read; after that the next cause opens a new row. Who acted is not copied: each cause holds the id of its row (see the view notification_actors). So ten thousand likes of a post are one row that is written once, and an undone or hidden cause is gone from it by itself (docs/decisions/0023).';
create unique index notifications_unread on notifications (member_id, kind, target_type, target_id) nulls not distinct
  where read_at is null;
create index notifications_read on notifications (member_id, latest_at, id) where read_at is not null;
create index notifications_by_actor on notifications (actor_id) where actor_id is not null;

create table notification_settings (
  member_id bigint not null references members on delete cascade,
  kind notification_kind not null,
  in_app boolean not null default true,
  push boolean not null default true,
  mail boolean not null default true,
  primary key (member_id, kind)
);
comment on table notification_settings is
  'How a member wants to be notified of each kind. Only what differs from the default, which is all three on.';

create table push_subscriptions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- A log-out ends the pushes to that browser by itself. Null after a session that has only expired.
  session_id text references sessions on delete cascade
);
comment on table push_subscriptions is
  'Browsers that get Web Push.';
create index push_subscriptions_by_member on push_subscriptions (member_id);
create index push_subscriptions_by_session on push_subscriptions (session_id) where session_id is not null;

create table digests (
  member_id bigint primary key references members on delete cascade,
  due_at timestamptz not null,
  sent_at timestamptz
);
comment on table digests is
  'Which weekly mail a member was sent last, and when it was handed to the mail server: a second job finds it there.';
