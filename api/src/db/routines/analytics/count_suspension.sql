create or replace function count_suspension() returns trigger language plpgsql as $$
begin
  insert into day_changes values (
    case new.action when 'BAN_USER' then 'system.bans'::metric else 'system.suspensions' end, 0,
    lagos_day(new.created_at), 1);
  return null;
end $$;
create or replace trigger audit_log_counted after insert on audit_log
  for each row when (new.action in ('BAN_USER', 'SUSPEND_USER')) execute function count_suspension();
