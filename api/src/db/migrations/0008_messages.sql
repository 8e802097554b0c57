-- replaces up to 0066_checked_targets.sql
create table messages (
  id bigint generated always as identity primary key,
  -- Null: an automated message.
  sender_id bigint references members on delete cascade,
  -- No foreign key: what others wrote to a member stays when the member is erased. They keep their messages and the number of
  -- the member, under which the conversation is found. No id is ever used again.
  receiver_id bigint not null,
  body text not null,
  -- What the message is about.
  item_id bigint references items on delete set null,
  read_at timestamptz,
  created_at timestamptz not null,
  -- A mention in a message notifies nobody further, so it has no row of its own.
  mentioned_ids bigint[] not null default '{}' check (cardinality(mentioned_ids) <= 20),
  -- Whether there are rows in message_media, so that reading a plain message looks for none.
  has_media boolean not null default false,
  -- When the sender took it back for both.
  deleted_at timestamptz,
  check (sender_id <> receiver_id),
  constraint messages_content check (
    length(body) <= 5000
    and (deleted_at is null) = (has_media or body <> '')
    and (deleted_at is null or (item_id is null and read_at is not null)))
);
comment on table messages is
  'Messages between two members. Those without a sender are automated.';
-- Both directions of a conversation, newest first, from one index each.
create index messages_received on messages (receiver_id, sender_id, id);
create index messages_sent on messages (sender_id, receiver_id, id) where sender_id is not null;
create index messages_unread on messages (receiver_id, sender_id, id) where read_at is null;
-- All received and all sent messages, newest first.
create index messages_in on messages (receiver_id, id);
create index messages_out on messages (sender_id, id) where sender_id is not null;
create index messages_by_item on messages (item_id) where item_id is not null;

create table message_media (
  message_id bigint not null references messages on delete cascade,
  position smallint not null,
  url text not null,
  thumbnail_url text,
  type text not null check (type in ('image', 'audio')),
  width integer,
  height integer,
  duration_ms integer,
  primary key (message_id, position)
);
comment on table message_media is
  'What a message shows beside its text. Rows go when the message is taken back, and with it.';
create index message_media_by_url on message_media (url);

create table threads (
  owner_id bigint not null references members on delete cascade,
  -- No foreign key, as in messages.
  other_id bigint,
  -- No foreign key: no message is deleted without its conversation.
  last_message_id bigint not null,
  unread_count integer not null default 0 check (unread_count >= 0),
  -- When the owner began it by writing first.
  started_at timestamptz,
  -- As the API names it: 0 for automated messages. An index cannot find null by `is not distinct from`.
  side bigint generated always as (coalesce(other_id, 0)) stored,
  -- When the owner was last pushed a message of the other side, and the newest message that was pushed.
  pushed_at timestamptz,
  pushed_message_id bigint,
  primary key (owner_id, side)
);
comment on table threads is
  'A conversation as one of its two members sees it: a row of the inbox. Without other_id: automated messages.';
create index threads_by_latest on threads (owner_id, last_message_id);
create index threads_unread on threads (owner_id) where unread_count > 0;
create index threads_started on threads (owner_id, started_at) where started_at is not null;
create index threads_by_other on threads (other_id) where other_id is not null;

create table mailboxes (
  member_id bigint primary key references members on delete cascade,
  last_event bigint not null default 0,
  -- Time of the last message: no later message gets an earlier time.
  last_at timestamptz not null default '-infinity'
);
comment on table mailboxes is
  'Events for a member''s open pages, numbered without gaps per member. The mailbox row is the lock: numbers become visible in their order, so that whoever has seen 5 knows that 1 to 4 cannot come later.';

create table live_events (
  member_id bigint not null references members on delete cascade,
  number bigint not null,
  kind text not null check (kind = any('{message,read,block,quiet,order}')),
  message_ids bigint[] not null default '{}',
  -- For 'read': who has read. For 'block': who was blocked or unblocked. 'quiet' is no longer written.
  other_id bigint,
  created_at timestamptz not null,
  -- Open order pages follow each other: an event for the buyer (other_id is the order) and for each seller (its line).
  state text,
  primary key (member_id, number)
);
comment on table live_events is
  'What open pages of a member are sent, kept for some minutes for those that reconnect.';
create index live_events_by_time on live_events (created_at);

create table offers (
  id bigint generated always as identity primary key,
  item_id bigint not null references items on delete cascade,
  buyer_id bigint not null references members on delete cascade,
  message_id bigint not null unique references messages on delete cascade,
  -- As the buyer saw it.
  item_name text not null,
  price_kobo bigint not null check (price_kobo > 0),
  state text not null default 'OPEN'
    check (state in ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'USED', 'LAPSED')),
  created_at timestamptz not null,
  -- When the state changed last.
  decided_at timestamptz,
  -- Until then the seller may accept, and later the buyer may buy for this price.
  valid_until timestamptz not null,
  check ((state = 'OPEN') = (decided_at is null))
);
comment on table offers is
  'A price that a buyer proposes for an item, shown by a message to the seller.';
create unique index offers_one_at_a_time on offers (buyer_id, item_id) where state in ('OPEN', 'ACCEPTED');
create index offers_by_item on offers (item_id);
create index offers_by_buyer on offers (buyer_id);
create index offers_by_end on offers (valid_until) where state in ('OPEN', 'ACCEPTED');
