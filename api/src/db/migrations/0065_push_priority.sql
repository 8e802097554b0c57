-- Mails and other jobs go before pushes, because members choose the servers that pushes go to, and such a server may answer
-- slowly on purpose.
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
