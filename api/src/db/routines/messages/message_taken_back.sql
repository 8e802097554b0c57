-- Both open pages get the message as it is now: without its content. The receiver may have been erased. The locks wait for an
-- erasure that is under way.
create or replace function message_taken_back() returns trigger language plpgsql as $$
begin
  perform add_live_event(id, 'message', array[new.id], null, new.deleted_at)
    from (select id from members where id in (new.sender_id, new.receiver_id) order by id for key share) sides;
  return null;
end $$;
create or replace trigger messages_taken_back after update of deleted_at on messages for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function message_taken_back();
