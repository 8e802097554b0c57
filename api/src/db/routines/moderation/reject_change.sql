create or replace function reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only written to, never changed.';
end $$;
create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function reject_change();
alter table audit_log enable always trigger audit_log_append_only;
