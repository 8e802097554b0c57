-- The blocker's other pages are updated. The blocked member gets no event.
create or replace function block_changed() returns trigger language plpgsql as $$
declare
  changed constant blocks := case tg_op when 'INSERT' then new else old end;
begin
  -- Not for a member who is being erased: the mailbox is deleted too.
  perform add_live_event(id, 'block', '{}', changed.blocked_id, clock_timestamp()) from members where id = changed.blocker_id;
  return null;
end $$;
create or replace trigger blocks_notified after insert or delete on blocks for each row execute function block_changed();
