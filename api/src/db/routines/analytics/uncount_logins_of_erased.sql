-- Log-ins of an erased member stay, but belong to nobody.
create or replace function uncount_logins_of_erased() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select 'user.logins', was.member_id, lagos_day(was.created_at), -count(*)
      from was join changed using (id)
      where was.member_id is not null and changed.member_id is null group by 2, 3;
  return null;
end $$;
create or replace trigger logins_of_erased after update on logins referencing old table as was new table as changed
  for each statement execute function uncount_logins_of_erased();
