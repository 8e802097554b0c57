create or replace function drop_tags() returns trigger language plpgsql as $$
begin
  perform 1 from tags where tag in (select tag from removed) order by tag for update;
  delete from tags where tag in (select tag from removed)
    and not exists (select from post_tags where post_tags.tag = tags.tag);
  return null;
end $$;
create or replace trigger post_tags_unlisted after delete on post_tags referencing old table as removed
  for each statement execute function drop_tags();
