create or replace function count_new_comment_like() returns trigger language plpgsql as $$
begin
  update comments set likes_count = likes_count + 1 where id = new.comment_id;
  return null;
end $$;
create or replace trigger comment_likes_counted after insert on comment_likes for each row execute function count_new_comment_like();
