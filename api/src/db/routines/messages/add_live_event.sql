create or replace function add_live_event(receiver bigint, kind text, message_ids bigint[], other_id bigint, at timestamptz) returns void
  language plpgsql as $$
declare
  next bigint;
begin
  insert into mailboxes as box (member_id, last_event, last_at) values (receiver, 1, at)
    on conflict (member_id) do update set last_event = box.last_event + 1, last_at = greatest(box.last_at, at)
    returning last_event into next;
  insert into live_events (member_id, number, kind, message_ids, other_id, created_at)
    values (receiver, next, kind, message_ids, other_id, at);
end $$;
