-- Writes of one statement (api/src/domain/write-as.ts). After a wait for a lock PostgreSQL checks the locked row again, but
-- the statement still sees other tables as they were when it began. What must be seen as it is after the lock is read by a
-- volatile function; in plpgsql, because PostgreSQL could copy SQL into the statement.

create function has_block(one bigint, other bigint) returns boolean volatile language plpgsql as $$
begin
  return exists (select from blocks where (blocker_id, blocked_id) in ((one, other), (other, one)));
end $$;

create function cart_has_room(buyer bigint, item bigint, most integer) returns boolean volatile language plpgsql as $$
begin
  return (select count(*) from cart_lines where member_id = buyer and item_id <> item) < most;
end $$;

create function end_follow(follower bigint, followed bigint) returns boolean volatile language plpgsql as $$
begin
  delete from follows where follower_id = follower and followed_id = followed;
  return found;
end $$;

create function end_membership(member bigint, of_group bigint) returns boolean volatile language plpgsql as $$
begin
  delete from memberships where member_id = member and group_id = of_group;
  return found;
end $$;

-- Of many conversations begun at once each waits for those before it, and counts them. Any number will do for the lock, as
-- long as nothing else locks pairs of numbers that begin with it.
create function may_start_thread(writer bigint, since timestamptz, most integer) returns boolean volatile language plpgsql as $$
begin
  perform pg_advisory_xact_lock(11, hashint8(writer));
  return (select count(*) from threads where owner_id = writer and started_at > since) < most;
end $$;

-- Where very many join the same group, its row is what they wait for: it is locked last.
create or replace function count_membership() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select metric, subject_id, lagos_day(joined_at), step_of(tg_op) * count(*)
      from changed cross join lateral (values ('groups.membership'::metric, group_id), ('system.group-memberships', 0))
        as sides (metric, subject_id) group by 1, 2, 3;
  perform 1 from members where id in (select member_id from changed) order by id for no key update;
  update members set groups_count = groups_count + step_of(tg_op) * n
    from (select member_id, count(*) as n from changed group by 1) counted where id = counted.member_id;
  perform 1 from groups where id in (select group_id from changed) order by id for no key update;
  update groups set members_count = members_count + step_of(tg_op) * n
    from (select group_id, count(*) as n from changed group by 1) counted where id = counted.group_id;
  return null;
end $$;

-- A conversation is deleted with either of its members, and so are its messages: no message is deleted without it.
alter table threads drop constraint threads_last_message_id_fkey;
drop index threads_by_message;

-- Numbers a message and moves its two conversations, in few statements, since this is most of its cost. Both members are
-- locked before `may_write` is asked (again: the insert asked too), so that a ban or a block that is under way is waited
-- for. One that came in between is an error that callers repeat, like a serialization failure of PostgreSQL itself; the
-- repeated call sees the ban or the block. The message gets its id when the mailboxes are locked too, and is no earlier
-- than the last one in either.
create or replace function number_message() returns trigger language plpgsql as $$
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
  ), conversations as (
    insert into threads as thread (owner_id, other_id, last_message_id, unread_count, started_at)
      select owner, other, message.id, unread, case when is_writer then message.at end
      from message, (values
        (new.receiver_id, new.sender_id, (new.read_at is null)::integer, false),
        (new.sender_id, new.receiver_id, 0, true)) as sides (owner, other, unread, is_writer)
      where owner is not null
      on conflict (owner_id, side) do update
        set last_message_id = greatest(thread.last_message_id, excluded.last_message_id),
            unread_count = thread.unread_count + excluded.unread_count
  ) select id, at into new.id, latest from message;
  if latest > new.created_at then
    new.created_at := latest;
    update mailboxes set last_at = latest where member_id in (new.sender_id, new.receiver_id);
  end if;
  return new;
end $$;
drop trigger messages_arrived on messages;
drop function message_arrived();

-- The conversation contains the message already.
create or replace function message_event_numbers(sender bigint, receiver bigint) returns bigint[] volatile language plpgsql as $$
begin
  return (
    select array[
      own.last_event,
      box.last_event,
      (select unread_count from threads where owner_id = receiver and side = sender),
      (select count(*) from threads where owner_id = receiver and unread_count > 0)]
    from mailboxes own, mailboxes box where own.member_id = sender and box.member_id = receiver);
end $$;
