-- A block ends what could still come, and hides nothing of what has been written (decision 15). These functions replace those
-- of 0011 and 0017.

-- The badge counts every conversation with unread messages, whoever has blocked whom.
create or replace function told_with_message(sender bigint, receiver bigint) returns bigint[] volatile language plpgsql as $$
begin
  return (
    select array[
      own.last_event,
      box.last_event,
      coalesce((select unread_count from threads where owner_id = receiver and side = sender), 0),
      (select count(*) from threads where owner_id = receiver and unread_count > 0 and side <> sender)]
    from mailboxes own, mailboxes box where own.member_id = sender and box.member_id = receiver);
end $$;

-- Read is for good. One event to each side for all that was read of one sender; but while a block stands between the two,
-- the sender is not told.
create or replace function messages_read() returns trigger language plpgsql as $$
begin
  perform tell_live(told, 'read', ids, receiver_id, at)
    from (
      select now_read.receiver_id, now_read.sender_id, array_agg(id order by id) as ids, max(now_read.read_at) as at
        from now_read join was_unread using (id)
        where was_unread.read_at is null and now_read.read_at is not null group by 1, 2
    ) read_of, lateral (values (read_of.sender_id), (read_of.receiver_id)) as sides (told)
    where told is not null and (told = receiver_id or not exists (
      select from blocks where (blocker_id, blocked_id) in ((sender_id, receiver_id), (receiver_id, sender_id))))
    order by told;
  update threads set unread_count = unread_count - n
    from (
      select now_read.receiver_id, now_read.sender_id, count(*) as n
        from now_read join was_unread using (id)
        where was_unread.read_at is null and now_read.read_at is not null group by 1, 2
    ) read_of
    where owner_id = read_of.receiver_id and side = coalesce(read_of.sender_id, 0);
  return null;
end $$;

-- The blocker's other pages follow. Whoever is blocked is told nothing: their badge does not move any more. The kind 'quiet',
-- which moved it, is not written from here on.
create or replace function block_changed() returns trigger language plpgsql as $$
declare
  changed constant blocks := case tg_op when 'INSERT' then new else old end;
begin
  -- Not one who is being erased, whose mailbox goes too.
  perform tell_live(id, 'block', '{}', changed.blocked_id, clock_timestamp()) from members where id = changed.blocker_id;
  return null;
end $$;
