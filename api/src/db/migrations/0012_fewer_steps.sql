-- The same promises as in 0011, kept in fewer statements, as they stand between a message and its arrival.

-- The upsert holds both mailboxes, in the order of their ids; only then is the message numbered. The events are written here:
-- after a statement that inserts several messages, the mailboxes would show the last number only.
create or replace function number_message() returns trigger language plpgsql as $$
declare
  latest timestamptz;
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
  with told as (
    insert into mailboxes as box (member_id, last_event, last_at)
      select side, 1, new.created_at from unnest(array[new.sender_id, new.receiver_id]) as sides (side)
        where side is not null order by side
      on conflict (member_id) do update
        set last_event = box.last_event + 1, last_at = greatest(box.last_at, new.created_at)
      returning last_at
  ) select max(last_at) into latest from told;
  if latest > new.created_at then
    new.created_at := latest;
    update mailboxes set last_at = latest where member_id in (new.sender_id, new.receiver_id);
  end if;
  new.id := nextval('messages_id_seq');
  insert into live_events (member_id, number, kind, message_ids, created_at)
    select member_id, last_event, 'message', array[new.id], new.created_at from mailboxes
    where member_id in (new.sender_id, new.receiver_id);
  return new;
end $$;

create or replace function message_arrived() returns trigger language plpgsql as $$
begin
  insert into threads as thread (owner_id, other_id, last_message_id, unread_count, begun_at)
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

-- For whoever has just inserted a message and so holds the mailboxes, what its two sides are told with it: the sender's
-- number, the receiver's, how much of that sender was unread before it, and how many other senders wait. Volatile, to see
-- what was committed while the insert waited.
create function told_with_message(sender bigint, receiver bigint) returns bigint[] volatile language plpgsql as $$
begin
  return array[
    (select last_event from mailboxes where member_id = sender),
    (select last_event from mailboxes where member_id = receiver),
    coalesce((select unread_count from threads where owner_id = receiver and side = sender), 0),
    (select count(*) from threads where owner_id = receiver and unread_count > 0 and side <> sender and not exists (
      select from blocks where blocker_id = owner_id and blocked_id = other_id
        or blocker_id = other_id and blocked_id = owner_id))];
end $$;
drop function next_number(bigint);
drop function unread_of(bigint, bigint);
