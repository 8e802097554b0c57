-- A log-out ends the pushes to that browser by itself. Null after a session that has only expired.
alter table push_subscriptions add column session_id text references sessions on delete cascade;
create index push_subscriptions_by_session on push_subscriptions (session_id) where session_id is not null;

-- One job for each browser of the receiver when a notification is opened or gets another sentence. Who joins it while it is
-- unread is pushed no further. A member without a subscription costs one look into an index.
create function push_notification() returns trigger language plpgsql as $$
begin
  if not exists (select from push_subscriptions where member_id = new.member_id) then return null; end if;
  perform graphile_worker.add_job(
    'send-push',
    payload := json_build_object('notificationId', new.id, 'subscriptionId', push_subscriptions.id),
    job_key := 'send-push:' || new.id || ':' || push_subscriptions.id
  ) from push_subscriptions
  where member_id = new.member_id and not exists (
    select from notification_settings as settings
    where settings.member_id = new.member_id and settings.kind = new.kind and not settings.push
  );
  return null;
end $$;
create trigger notifications_pushed after insert on notifications for each row execute function push_notification();
create trigger notifications_pushed_again after update of body on notifications
  for each row when (new.body is distinct from old.body) execute function push_notification();

-- Which weekly mail a member was given last, and when it was handed to the mail server: a second job finds it taken.
create table digests (
  member_id bigint primary key references members on delete cascade,
  due_at timestamptz not null,
  sent_at timestamptz
);
