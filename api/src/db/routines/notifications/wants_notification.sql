create or replace function wants_notification(receiver bigint, of_kind notification_kind) returns boolean stable language sql
  return not exists (select from notification_settings where member_id = receiver and kind = of_kind and not in_app);
