-- Every action of staff and moderators. No foreign keys and no names: rows outlive the members they refer to.
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id bigint not null,
  member_id bigint,
  action text not null,
  reason text check (length(reason) <= 500),
  -- Details such as for how long, or which section.
  detail text,
  target_type text,
  target_id bigint,
  created_at timestamptz not null
);
create index audit_log_by_actor on audit_log (actor_id, id desc) include (member_id, action);
create index audit_log_by_member on audit_log (member_id, id desc) include (actor_id, action);
create index audit_log_by_action on audit_log (action, id desc);

-- Whose analytics an admin has opened recently, so that one session writes one row.
create index audit_log_views on audit_log (actor_id, member_id, created_at) where action = 'VIEW_ANALYTICS';

create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only written to, never changed.';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function reject_change();
alter table audit_log enable always trigger audit_log_append_only;

create function count_suspension() returns trigger language plpgsql as $$
begin
  insert into day_changes values (
    case new.action when 'BAN_USER' then 'system.bans'::metric else 'system.suspensions' end, 0,
    lagos_day(new.created_at), 1);
  return null;
end $$;
create trigger audit_log_counted after insert on audit_log
  for each row when (new.action in ('BAN_USER', 'SUSPEND_USER')) execute function count_suspension();
