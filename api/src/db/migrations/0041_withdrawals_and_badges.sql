-- The buyer takes a complaint back. `decided_at` is then the time of that.
alter table disputes drop constraint disputes_state_check,
  add constraint disputes_state_check check (state in ('OPEN', 'DECIDED', 'WITHDRAWN'));

-- As before, but of very many conversations with unread messages no more are counted than `maxUnreadCount`.
create or replace function message_event_numbers(sender bigint, receiver bigint) returns bigint[] volatile language plpgsql as $$
begin
  return (
    select array[
      own.last_event,
      box.last_event,
      (select unread_count from threads where owner_id = receiver and side = sender),
      (select count(*) from (
        select from threads where owner_id = receiver and unread_count > 0 limit 1000) unread)]
    from mailboxes own, mailboxes box where own.member_id = sender and box.member_id = receiver);
end $$;
