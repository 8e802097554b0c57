create table messages (
  id bigint generated always as identity primary key,
  -- Null: an automated message.
  sender_id bigint references members on delete cascade,
  receiver_id bigint not null references members on delete cascade,
  body text not null check (length(body) between 1 and 5000),
  -- What the message is about.
  item_id bigint references items on delete set null,
  read_at timestamptz,
  created_at timestamptz not null,
  check (sender_id <> receiver_id)
);

-- Both directions of a conversation, newest first, from one index each.
create index messages_received on messages (receiver_id, sender_id, id);
create index messages_sent on messages (sender_id, receiver_id, id) where sender_id is not null;
create index messages_unread on messages (receiver_id, sender_id, id) where read_at is null;

-- All received and all sent messages, newest first.
create index messages_in on messages (receiver_id, id);
create index messages_out on messages (sender_id, id) where sender_id is not null;
create index messages_by_item on messages (item_id) where item_id is not null;

-- A conversation as one of its two members sees it: a row of the inbox. Without other_id: automated messages.
create table threads (
  owner_id bigint not null references members on delete cascade,
  other_id bigint references members on delete cascade,
  last_message_id bigint not null references messages on delete cascade,
  unread_count integer not null default 0 check (unread_count >= 0),
  -- When the owner began it by writing first.
  started_at timestamptz,
  -- As the API names it: 0 for automated messages. An index cannot find null by `is not distinct from`.
  side bigint generated always as (coalesce(other_id, 0)) stored,
  primary key (owner_id, side)
);
create index threads_by_latest on threads (owner_id, last_message_id);
create index threads_unread on threads (owner_id) where unread_count > 0;
create index threads_started on threads (owner_id, started_at) where started_at is not null;
create index threads_by_other on threads (other_id) where other_id is not null;
create index threads_by_message on threads (last_message_id);

-- Events for a member's open pages, numbered without gaps per member. The mailbox row is the lock: numbers become visible in
-- their order, so that whoever has seen 5 knows that 1 to 4 cannot come later.
create table mailboxes (
  member_id bigint primary key references members on delete cascade,
  last_event bigint not null default 0,
  -- Time of the last message: no later message gets an earlier time.
  last_at timestamptz not null default '-infinity'
);

create table live_events (
  member_id bigint not null references members on delete cascade,
  number bigint not null,
  kind text not null check (kind in ('message', 'read', 'block', 'quiet')),
  message_ids bigint[] not null default '{}',
  -- For 'read': who has read. For 'block': who was blocked or unblocked. 'quiet' is no longer written.
  other_id bigint,
  created_at timestamptz not null,
  primary key (member_id, number)
);
create index live_events_by_time on live_events (created_at);

create function add_live_event(receiver bigint, kind text, message_ids bigint[], other_id bigint, at timestamptz) returns void
  language plpgsql as $$
declare
  next bigint;
begin
  insert into mailboxes as box (member_id, last_event, last_at) values (receiver, 1, at)
    on conflict (member_id) do update set last_event = box.last_event + 1, last_at = greatest(box.last_at, at)
    returning last_event into next;
  insert into live_events (member_id, number, kind, message_ids, other_id, created_at)
    values (receiver, next, kind, message_ids, other_id, at);
end $$;

-- No message across a ban or a block. The sender must not be suspended either, and the receiver must be verified.
create function may_write(sender bigint, receiver bigint, at timestamptz) returns boolean stable language plpgsql as $$
begin
  return exists (
    select from members one, members other
    where one.id = sender and one.banned_at is null and (one.suspended_until is null or one.suspended_until <= at)
      and other.id = receiver and other.banned_at is null and other.verified_at is not null
      and not exists (select from blocks where (blocker_id, blocked_id) in ((sender, receiver), (receiver, sender))));
end $$;

-- Numbers a message in few statements, since this is most of its cost. Both members are locked before `may_write` is asked
-- (again: the insert asked too), so that a ban or a block that is under way is waited for. One that came in between is an
-- error that callers repeat, like a serialization failure of PostgreSQL itself; the repeated call sees the ban or the block.
-- The message gets its id when the mailboxes are locked too.
create function number_message() returns trigger language plpgsql as $$
declare
  latest timestamptz;
begin
  if new.sender_id is not null then
    perform from members where id in (new.sender_id, new.receiver_id) order by id for share;
    if not may_write(new.sender_id, new.receiver_id, new.created_at) then
      raise serialization_failure using message = 'a message across a ban or a block';
    end if;
  end if;
  with numbers as (
    insert into mailboxes as box (member_id, last_event, last_at)
      select side, 1, new.created_at from unnest(array[new.sender_id, new.receiver_id]) as sides (side)
        where side is not null order by side
      on conflict (member_id) do update
        set last_event = box.last_event + 1, last_at = greatest(box.last_at, new.created_at)
      returning member_id, last_event, last_at
  ), message as (
    select nextval('messages_id_seq') as id, max(last_at) as at from numbers
  ), events as (
    insert into live_events (member_id, number, kind, message_ids, created_at)
      select member_id, last_event, 'message', array[message.id], message.at from numbers, message
  ) select id, at into new.id, latest from message;
  if latest > new.created_at then
    new.created_at := latest;
    update mailboxes set last_at = latest where member_id in (new.sender_id, new.receiver_id);
  end if;
  return new;
end $$;
create trigger messages_numbered before insert on messages for each row execute function number_message();

create function message_arrived() returns trigger language plpgsql as $$
begin
  insert into threads as thread (owner_id, other_id, last_message_id, unread_count, started_at)
    select owner, other, new.id, unread, begun
    from (values
      (new.receiver_id, new.sender_id, (new.read_at is null)::integer, null),
      (new.sender_id, new.receiver_id, 0, new.created_at)) as sides (owner, other, unread, begun)
    where owner is not null
    on conflict (owner_id, side) do update
      set last_message_id = greatest(thread.last_message_id, new.id),
          unread_count = thread.unread_count + excluded.unread_count;
  return null;
end $$;
create trigger messages_arrived after insert on messages for each row execute function message_arrived();

-- For the statement that has just inserted a message, and so holds both mailboxes: the sender's event number, the receiver's,
-- how many messages of that sender were unread before, and how many other conversations have unread messages, blocked ones
-- included. Volatile, to see what was committed while the insert waited.
create function message_event_numbers(sender bigint, receiver bigint) returns bigint[] volatile language plpgsql as $$
begin
  return (
    select array[
      own.last_event,
      box.last_event,
      coalesce((select unread_count from threads where owner_id = receiver and side = sender), 0),
      (select count(*) from threads where owner_id = receiver and unread_count > 0 and side <> sender)]
    from mailboxes own, mailboxes box where own.member_id = sender and box.member_id = receiver);
end $$;

-- A message never becomes unread again. One event per side for all messages of one sender; while there is a block between
-- the two, the sender gets none.
create function messages_read() returns trigger language plpgsql as $$
begin
  perform add_live_event(side, 'read', ids, receiver_id, at)
    from (
      select now_read.receiver_id, now_read.sender_id, array_agg(id order by id) as ids, max(now_read.read_at) as at
        from now_read join was_unread using (id)
        where was_unread.read_at is null and now_read.read_at is not null group by 1, 2
    ) read_of, lateral (values (read_of.sender_id), (read_of.receiver_id)) as sides (side)
    where side is not null and (side = receiver_id or not exists (
      select from blocks where (blocker_id, blocked_id) in ((sender_id, receiver_id), (receiver_id, sender_id))))
    order by side;
  update threads set unread_count = unread_count - n
    from (
      select now_read.receiver_id, now_read.sender_id, count(*) as n
        from now_read join was_unread using (id)
        where was_unread.read_at is null and now_read.read_at is not null group by 1, 2
    ) read_of
    where owner_id = read_of.receiver_id and side = coalesce(read_of.sender_id, 0);
  return null;
end $$;
create trigger messages_read after update on messages
  referencing old table as was_unread new table as now_read
  for each statement execute function messages_read();

-- The blocker's other pages are updated. The blocked member gets no event.
create function block_changed() returns trigger language plpgsql as $$
declare
  changed constant blocks := case tg_op when 'INSERT' then new else old end;
begin
  -- Not for a member who is being erased: the mailbox is deleted too.
  perform add_live_event(id, 'block', '{}', changed.blocked_id, clock_timestamp()) from members where id = changed.blocker_id;
  return null;
end $$;
create trigger blocks_notified after insert or delete on blocks for each row execute function block_changed();
