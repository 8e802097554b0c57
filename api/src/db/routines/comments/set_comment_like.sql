-- The caller has locked the comment, as with set_like. A like that is there already is not inserted again: the trigger that
-- opens the notification runs before the conflict is found.
create or replace function set_comment_like(
  liked_id bigint, liker_id bigint, wanted boolean, at timestamptz, out likes integer, out woken_id bigint
) language plpgsql as $$
declare
  was_liked constant boolean := exists (select from comment_likes where comment_id = liked_id and member_id = liker_id);
  of_notification bigint;
begin
  if wanted and not was_liked then
    insert into comment_likes (comment_id, member_id, created_at) values (liked_id, liker_id, at)
      returning notification_id into of_notification;
  elsif was_liked and not wanted then
    delete from comment_likes where comment_id = liked_id and member_id = liker_id
      returning notification_id into of_notification;
  end if;
  woken_id := member_to_wake(of_notification, liker_id);
  select likes_count into likes from comments where id = liked_id;
end $$;
