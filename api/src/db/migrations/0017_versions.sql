-- Raised by every change of what a post or a comment shows to all readers alike: its text, its pictures, the name and picture of
-- its author, the name of its group. Author and group of a post never change. Nodes store the JSON of these parts, and read them
-- again when a version has risen.
alter table posts add column version integer not null default 0;
alter table comments add column version integer not null default 0;
alter table members add column version integer not null default 0;
alter table groups add column version integer not null default 0;

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger posts_versioned before update of caption, location, created_at, edited_at on posts
  for each row execute function raise_version();
create trigger comments_versioned before update of body, created_at, edited_at on comments
  for each row execute function raise_version();
create trigger members_versioned before update of username, firstname, lastname, profile_image on members
  for each row when (
    (old.username, old.firstname, old.lastname, old.profile_image)
      is distinct from (new.username, new.firstname, new.lastname, new.profile_image))
  execute function raise_version();
create trigger groups_versioned before update of name on groups
  for each row execute function raise_version();

create function raise_version_of_posts() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (select post_id from changed) order by id for no key update;
  update posts set version = version + 1 where id in (select post_id from changed);
  return null;
end $$;
create trigger post_media_added after insert on post_media referencing new table as changed
  for each statement execute function raise_version_of_posts();
create trigger post_media_changed after update on post_media referencing new table as changed
  for each statement execute function raise_version_of_posts();
create trigger post_media_removed after delete on post_media referencing old table as changed
  for each statement execute function raise_version_of_posts();

-- With these two columns in it, the newest posts of a group are found in the index alone.
drop index posts_by_group;
create index posts_by_group on posts (group_id, id) include (author_id, is_hidden) where group_id is not null;
