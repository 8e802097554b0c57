-- The promises of 0011 and 0012 once more, in half as many statements: this is most of what a message costs before it arrives.

-- Only who may write and be written to is held; a ban that was under way is waited for and then seen. A block is looked for
-- once both are held, in the statement that moves the mailboxes. The message is numbered when both of these are held too.
create or replace function number_message() returns trigger language plpgsql as $$
declare
  numbered bigint;
  latest timestamptz;
begin
  if new.sender_id is not null and 2 > (
    select count(*) from (
      select from members where id in (new.sender_id, new.receiver_id) and banned_at is null
        and case id when new.sender_id then suspended_until is null or suspended_until <= new.created_at
          else verified_at is not null end
      order by id for share
    ) held)
  then return null; end if;
  with told as (
    insert into mailboxes as box (member_id, last_event, last_at)
      select side, 1, new.created_at from unnest(array[new.sender_id, new.receiver_id]) as sides (side)
        where side is not null and not exists (
          select from blocks where blocker_id = new.sender_id and blocked_id = new.receiver_id
            or blocker_id = new.receiver_id and blocked_id = new.sender_id)
        order by side
      on conflict (member_id) do update
        set last_event = box.last_event + 1, last_at = greatest(box.last_at, new.created_at)
      returning member_id, last_event, last_at
  ), message as (
    select nextval('messages_id_seq') as id, max(last_at) as at from told having count(*) > 0
  ), events as (
    insert into live_events (member_id, number, kind, message_ids, created_at)
      select member_id, last_event, 'message', array[message.id], message.at from told, message
  ) select id, at into numbered, latest from message;
  if numbered is null then return null; end if;
  if latest > new.created_at then
    new.created_at := latest;
    update mailboxes set last_at = latest where member_id in (new.sender_id, new.receiver_id);
  end if;
  new.id := numbered;
  return new;
end $$;

create or replace function told_with_message(sender bigint, receiver bigint) returns bigint[] volatile language plpgsql as $$
begin
  return (
    select array[
      own.last_event,
      box.last_event,
      coalesce((select unread_count from threads where owner_id = receiver and side = sender), 0),
      (select count(*) from threads where owner_id = receiver and unread_count > 0 and side <> sender and not exists (
        select from blocks where blocker_id = owner_id and blocked_id = other_id
          or blocker_id = other_id and blocked_id = owner_id))]
    from mailboxes own, mailboxes box where own.member_id = sender and box.member_id = receiver);
end $$;
