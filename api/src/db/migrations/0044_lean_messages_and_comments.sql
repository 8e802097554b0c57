-- Asked by the statement that writes a message, which writes none where it is false. Both members are locked first, so that a
-- ban or a block that is under way is waited for and then seen: each statement of a function has a snapshot of its own.
create function lock_and_may_write(sender bigint, receiver bigint, at timestamptz) returns boolean volatile language plpgsql as $$
begin
  perform from members where id in (sender, receiver) order by id for share;
  return may_write(sender, receiver, at);
end $$;

-- As in 0016, except that bans are left to `lock_and_may_write`, and only an insert that did not ask it meets a block here. The
-- message gets its id when the mailboxes are locked, and is no earlier than the last one in either.
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

-- As in 0019, and the members whom a comment names are only looked at where it names any.
create or replace function notify_comment() returns trigger language plpgsql as $$
declare
  mentioned bigint[] := '{}';
  answered comments;
begin
  if new.mentioned_ids <> '{}' then
    mentioned := array(select id from unnest(new.mentioned_ids) id where wants_notification(id, 'MENTION'));
  end if;
  if new.parent_id is not null then
    select * into answered from comments where id = new.parent_id;
    new.parent_id := coalesce(answered.parent_id, new.parent_id);
    if answered.author_id <> all(mentioned) then
      new.reply_notification_id :=
        open_notification(answered.author_id, 'REPLY', 'comment', answered.id, new.author_id, new.created_at);
    end if;
  end if;
  if new.post_author_id <> all(mentioned)
    and (new.reply_notification_id is null or new.post_author_id <> answered.author_id) then
    new.notification_id :=
      open_notification(new.post_author_id, 'COMMENT', 'post', new.post_id, new.author_id, new.created_at);
  end if;
  return new;
end $$;
