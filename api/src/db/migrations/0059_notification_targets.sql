-- Each offer and each review is answered by itself, so each has a notification of its own, which opens the item. Rows from
-- before are checked in 0066.
alter table notifications drop constraint notifications_target_type_check,
  add constraint notifications_target_type_check check (target_type in (
    'post', 'comment', 'group', 'item', 'order', 'sale', 'user', 'dispute', 'payout', 'offer', 'review'))
    not valid;
