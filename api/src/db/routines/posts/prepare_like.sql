-- Copies what a like needs of its post, and opens the notification, with one look at the post.
create or replace function prepare_like() returns trigger language plpgsql as $$
declare
  is_first boolean;
begin
  select author_id, group_id, is_hidden, likes_count = 0
    into new.post_author_id, new.post_group_id, new.is_post_hidden, is_first from posts where id = new.post_id;
  if not found then
    -- The foreign key reports it.
    new.post_author_id := 0;
    new.is_post_hidden := false;
    return new;
  end if;
  new.notification_id :=
    open_notification(new.post_author_id, 'LIKE', 'post', new.post_id, new.member_id, new.created_at, is_first);
  return new;
end $$;
create or replace trigger likes_prepared before insert on likes for each row execute function prepare_like();
