create or replace function add_sections() returns trigger language plpgsql as $$
begin
  insert into sections (group_id, name)
    select new.id, unnest(array['About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals']);
  return null;
end $$;
create or replace trigger groups_have_sections after insert on groups for each row execute function add_sections();
