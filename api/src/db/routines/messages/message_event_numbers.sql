-- For the statement that has just inserted a message, and so holds both mailboxes: the sender's event number, the receiver's,
-- how many messages of that sender are unread, and how many conversations have unread messages, blocked ones included. Of very
-- many no more are counted than `maxUnreadCount`. Volatile, to see what was committed while the insert waited.
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
