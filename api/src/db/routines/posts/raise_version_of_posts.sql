create or replace function raise_version_of_posts() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (select post_id from changed) order by id for no key update;
  update posts set version = version + 1 where id in (select post_id from changed);
  return null;
end $$;
create or replace trigger post_media_added after insert on post_media referencing new table as changed
  for each statement execute function raise_version_of_posts();
create or replace trigger post_media_changed after update on post_media referencing new table as changed
  for each statement execute function raise_version_of_posts();
create or replace trigger post_media_removed after delete on post_media referencing old table as changed
  for each statement execute function raise_version_of_posts();
