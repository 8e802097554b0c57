create or replace function notify_comment_like() returns trigger language plpgsql as $$
begin
  select open_notification(author_id, 'COMMENT_LIKE', 'comment', id, new.member_id, new.created_at)
    into new.notification_id from comments where id = new.comment_id;
  return new;
end $$;
create or replace trigger comment_likes_notify before insert on comment_likes for each row execute function notify_comment_like();
