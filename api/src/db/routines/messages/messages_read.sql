-- A message never becomes unread again. One event per side for all messages of one sender; while there is a block between the
-- two, the sender gets none. Messages that were taken back are no longer unread, and nobody has read them.
create or replace function messages_read() returns trigger language plpgsql as $$
begin
  perform add_live_event(side, 'read', ids, receiver_id, at)
    from (
      select now_read.receiver_id, now_read.sender_id, array_agg(id order by id) as ids, max(now_read.read_at) as at
        from now_read join was_unread using (id)
        where was_unread.read_at is null and now_read.read_at is not null and now_read.deleted_at is null group by 1, 2
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
create or replace trigger messages_read after update on messages
  referencing old table as was_unread new table as now_read
  for each statement execute function messages_read();
