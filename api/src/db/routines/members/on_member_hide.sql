-- A ban hides what a member has written and offers, and its end shows it again. Items are also hidden while the member is not
-- verified. A banned member reads no feed.
create or replace function on_member_hide() returns trigger language plpgsql as $$
declare
  is_banned constant boolean := new.banned_at is not null;
  was_banned constant boolean := old.banned_at is not null;
begin
  if is_banned <> was_banned then
    perform hide_posts(new.id, is_banned);
  end if;
  perform hide_items(new.id, is_banned, new.verified_at is null);
  if is_banned <> was_banned then
    perform hide_reviews(new.id, is_banned);
  end if;
  if is_banned and not was_banned then
    delete from timelines where member_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger members_hidden after update of banned_at, verified_at on members for each row
  when ((old.banned_at is null) <> (new.banned_at is null) or (old.verified_at is null) <> (new.verified_at is null))
  execute function on_member_hide();
