-- One job for each browser of the receiver when a notification is opened or gets another sentence. Who joins it while it is
-- unread is pushed no further. A member without a subscription costs one look into an index. Mails and other jobs go before
-- pushes, because members choose the servers that pushes go to, and such a server may answer slowly on purpose.
create or replace function push_notification() returns trigger language plpgsql as $$
begin
  if not exists (select from push_subscriptions where member_id = new.member_id) then return null; end if;
  perform graphile_worker.add_job(
    'send-push',
    payload := json_build_object('notificationId', new.id, 'subscriptionId', push_subscriptions.id),
    job_key := 'send-push:' || new.id || ':' || push_subscriptions.id,
    priority := 10
  ) from push_subscriptions
  where member_id = new.member_id and not exists (
    select from notification_settings as settings
    where settings.member_id = new.member_id and settings.kind = new.kind and not settings.push
  );
  return null;
end $$;
create or replace trigger notifications_pushed after insert on notifications for each row execute function push_notification();
create or replace trigger notifications_pushed_again after update of body on notifications
  for each row when (new.body is distinct from old.body) execute function push_notification();
