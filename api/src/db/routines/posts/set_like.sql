-- Sets a like, or turns it over where `wanted` is null, and returns the author to wake where the like is part of a notification.
-- The caller has locked the post. A function, because its statements see what was committed while the caller waited for that
-- lock. A like that is there already is not inserted again: the trigger that opens the notification runs before the conflict is
-- found.
create or replace function set_like(
  liked_id bigint, liker_id bigint, wanted boolean, at timestamptz,
  out is_liked boolean, out likes integer, out woken_id bigint
) language plpgsql as $$
declare
  was_liked constant boolean := exists (select from likes where post_id = liked_id and member_id = liker_id);
begin
  is_liked := coalesce(wanted, not was_liked);
  if is_liked and not was_liked then
    insert into likes (post_id, member_id, created_at) values (liked_id, liker_id, at)
      returning case when notification_id is not null then post_author_id end into woken_id;
  elsif was_liked and not is_liked then
    delete from likes where post_id = liked_id and member_id = liker_id
      returning case when notification_id is not null then post_author_id end into woken_id;
  end if;
  select likes_count into likes from posts where id = liked_id;
end $$;
