create or replace function count_login() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), count(*)
      from changed cross join lateral (values ('user.logins'::metric, member_id), ('system.logins', 0))
        as sides (metric, subject_id) where subject_id is not null group by 1, 2, 3;
  return null;
end $$;
create or replace trigger logins_counted after insert on logins referencing new table as changed
  for each statement execute function count_login();
