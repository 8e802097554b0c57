-- Numbers a message and moves its two conversations, in few statements, since this is most of its cost. Bans are left to
-- `lock_and_may_write`, and only an insert that did not ask it meets a block here. The message gets its id when the mailboxes
-- are locked, and is no earlier than the last one in either.
create or replace function number_message() returns trigger language plpgsql as $$
declare
  latest timestamptz;
begin
  if exists (select from blocks
    where (blocker_id, blocked_id) in ((new.sender_id, new.receiver_id), (new.receiver_id, new.sender_id))) then
    raise check_violation using message = 'a message across a block';
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
create or replace trigger messages_numbered before insert on messages for each row execute function number_message();
