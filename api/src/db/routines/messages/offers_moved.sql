-- Both open pages get the message again, with the state of today. In the order in which mailboxes are locked.
create or replace function offers_moved() returns trigger language plpgsql as $$
begin
  perform add_live_event(side, 'message', array[message_id], null, at)
    from (
      select side, messages.id as message_id, now_offers.decided_at as at
      from now_offers join old_offers using (id) join messages on messages.id = now_offers.message_id,
        lateral (values (sender_id), (receiver_id)) as sides (side)
      where now_offers.state <> old_offers.state
    ) moved order by side, message_id;
  return null;
end $$;
create or replace trigger offers_moved after update on offers
  referencing old table as old_offers new table as now_offers
  for each statement execute function offers_moved();
