create table messages (
  id bigint generated always as identity primary key,
  -- Null: the product itself wrote it.
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
-- All that came, and all that went, newest first.
create index messages_in on messages (receiver_id, id);
create index messages_out on messages (sender_id, id) where sender_id is not null;
create index messages_by_item on messages (item_id) where item_id is not null;

-- A conversation as one of its two sides sees it: the rows of the inbox. No other side: the product.
create table threads (
  owner_id bigint not null references members on delete cascade,
  other_id bigint references members on delete cascade,
  last_message_id bigint not null references messages on delete cascade,
  unread_count integer not null default 0 check (unread_count >= 0),
  -- When its owner began it, by writing first.
  begun_at timestamptz,
  -- As the wire names it: 0 is the product. An index finds no null by `is not distinct from`.
  side bigint generated always as (coalesce(other_id, 0)) stored,
  primary key (owner_id, side)
);
create index threads_by_latest on threads (owner_id, last_message_id);
create index threads_unread on threads (owner_id) where unread_count > 0;
create index threads_begun on threads (owner_id, begun_at) where begun_at is not null;
create index threads_by_other on threads (other_id) where other_id is not null;
create index threads_by_message on threads (last_message_id);

-- What a member's open pages are told, numbered without a gap for each member. The row of the mailbox is the lock: numbers
-- become visible in their order, so that whoever has seen 5 knows that 1 to 4 will never come later.
create table mailboxes (
  member_id bigint primary key references members on delete cascade,
  last_event bigint not null default 0,
  -- When the last message came or went: none is dated before one that stands before it.
  last_at timestamptz not null default '-infinity'
);
create table live_events (
  member_id bigint not null references members on delete cascade,
  number bigint not null,
  kind text not null check (kind in ('message', 'read', 'block', 'quiet')),
  message_ids bigint[] not null default '{}',
  -- Of 'read': who has read. Of 'block': who was blocked, or is no more. 'quiet' says nothing but moves the badge.
  other_id bigint,
  created_at timestamptz not null,
  primary key (member_id, number)
);
create index live_events_by_time on live_events (created_at);

create function tell_live(told bigint, kind text, message_ids bigint[], other_id bigint, at timestamptz) returns void
  language plpgsql as $$
declare
  next bigint;
begin
  insert into mailboxes as box (member_id, last_event, last_at) values (told, 1, at)
    on conflict (member_id) do update set last_event = box.last_event + 1, last_at = greatest(box.last_at, at)
    returning last_event into next;
  insert into live_events (member_id, number, kind, message_ids, other_id, created_at)
    values (told, next, kind, message_ids, other_id, at);
end $$;

-- No message passes a block or a ban: it is not written at all. Both members are held, so that one which came before is
-- seen and one that comes now waits; they are only shared.
-- Numbered only when both mailboxes are held: the ids follow the order in which either side is told. The lower id first,
-- so that two who write to each other at once wait in a line, never in a ring.
create function number_message() returns trigger language plpgsql as $$
begin
  if new.sender_id is not null then
    perform 1 from members where id in (new.sender_id, new.receiver_id) order by id for share;
    if not exists (
        select from members where id = new.sender_id and banned_at is null
          and (suspended_until is null or suspended_until <= new.created_at))
      or not exists (
        select from members where id = new.receiver_id and banned_at is null and verified_at is not null)
      or exists (
        select from blocks where blocker_id = new.sender_id and blocked_id = new.receiver_id
          or blocker_id = new.receiver_id and blocked_id = new.sender_id)
    then return null; end if;
  end if;
  insert into mailboxes (member_id)
    select side from unnest(array[new.sender_id, new.receiver_id]) as sides (side) where side is not null order by side
    on conflict do nothing;
  perform 1 from mailboxes where member_id in (new.sender_id, new.receiver_id) order by member_id for no key update;
  new.created_at := (
    select greatest(new.created_at, max(last_at)) from mailboxes where member_id in (new.sender_id, new.receiver_id));
  new.id := nextval(pg_get_serial_sequence('messages', 'id'));
  return new;
end $$;
create trigger messages_numbered before insert on messages for each row execute function number_message();

-- For whoever has just inserted a message and so holds the mailboxes: the number under which a side will be told of it, and
-- how much of that sender is unread before it. Volatile, to see what was committed while the insert waited.
create function next_number(of_member bigint) returns bigint volatile language plpgsql as $$
begin
  return (select last_event + 1 from mailboxes where member_id = of_member);
end $$;
create function unread_of(of_owner bigint, of_side bigint) returns integer volatile language plpgsql as $$
begin
  return coalesce((select unread_count from threads where owner_id = of_owner and side = of_side), 0);
end $$;

create function message_arrived() returns trigger language plpgsql as $$
begin
  perform tell_live(told, 'message', array[new.id], null, new.created_at)
    from (values (new.sender_id), (new.receiver_id)) as sides (told)
    where told is not null;
  insert into threads as thread (owner_id, other_id, last_message_id, unread_count)
    values (new.receiver_id, new.sender_id, new.id, (new.read_at is null)::integer)
    on conflict (owner_id, side) do update
      set last_message_id = greatest(thread.last_message_id, new.id),
          unread_count = thread.unread_count + excluded.unread_count;
  if new.sender_id is not null then
    insert into threads as thread (owner_id, other_id, last_message_id, begun_at)
      values (new.sender_id, new.receiver_id, new.id, new.created_at)
      on conflict (owner_id, side) do update set last_message_id = greatest(thread.last_message_id, new.id);
  end if;
  return null;
end $$;
create trigger messages_arrived after insert on messages for each row execute function message_arrived();

-- Read is for good. One event to each side for all that was read of one sender.
create function messages_read() returns trigger language plpgsql as $$
begin
  perform tell_live(told, 'read', ids, receiver_id, at)
    from (
      select now_read.receiver_id, now_read.sender_id, array_agg(id order by id) as ids, max(now_read.read_at) as at
        from now_read join was_unread using (id)
        where was_unread.read_at is null and now_read.read_at is not null group by 1, 2
    ) read_of, lateral (values (read_of.sender_id), (read_of.receiver_id)) as sides (told)
    where told is not null order by told;
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

-- The blocker's other pages follow. Whoever is blocked is told nothing, but the badge may move.
create function block_changed() returns trigger language plpgsql as $$
declare
  changed constant blocks := case tg_op when 'INSERT' then new else old end;
begin
  -- Not those being erased, whose mailbox goes too.
  perform tell_live(id, case id when changed.blocker_id then 'block' else 'quiet' end, '{}', changed.blocked_id, clock_timestamp())
    from (select id from members where id in (changed.blocker_id, changed.blocked_id) order by id) sides;
  return null;
end $$;
create trigger blocks_told after insert or delete on blocks for each row execute function block_changed();

alter table reports drop constraint reports_target_type_check;
alter table reports add check (target_type in ('post', 'comment', 'user', 'chat', 'item'));
