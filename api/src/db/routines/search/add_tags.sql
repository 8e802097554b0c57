create or replace function add_tags() returns trigger language plpgsql as $$
begin
  insert into tags select distinct tag collate "C" from added order by 1 on conflict do nothing;
  return null;
end $$;
create or replace trigger post_tags_listed after insert on post_tags referencing new table as added
  for each statement execute function add_tags();
