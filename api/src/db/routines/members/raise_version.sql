-- Nodes store what posts and comments show, and read it again when a version has risen: of the post or the comment, of its author,
-- or of its group.
create or replace function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create or replace trigger posts_versioned before update of caption, location, tags, link_card_id, created_at, edited_at on posts
  for each row execute function raise_version();
create or replace trigger comments_versioned before update of body, created_at, edited_at on comments
  for each row execute function raise_version();
create or replace trigger members_versioned before update of username, firstname, lastname, profile_image on members
  for each row when (
    (old.username, old.firstname, old.lastname, old.profile_image)
      is distinct from (new.username, new.firstname, new.lastname, new.profile_image))
  execute function raise_version();
create or replace trigger groups_versioned before update of name on groups
  for each row execute function raise_version();
