create or replace function count_signup() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select 'system.signups', 0, lagos_day(created_at), step_of(tg_op) * count(*) from changed group by 3;
  return null;
end $$;
create or replace trigger members_counted after insert on members referencing new table as changed
  for each statement execute function count_signup();
create or replace trigger members_uncounted after delete on members referencing old table as changed
  for each statement execute function count_signup();
