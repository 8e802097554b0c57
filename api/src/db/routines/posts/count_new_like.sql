-- Likes come one by one, so each is counted as a row. A ban or an erasure deletes many at once: those are counted by statement,
-- in uncount_likes.
create or replace function count_new_like() returns trigger language plpgsql as $$
begin
  update posts set likes_count = likes_count + 1 where id = new.post_id;
  insert into day_changes
    select metric, subject_id, lagos_day(new.created_at), 1 from (values
        ('user.given-likes'::metric, new.member_id), ('user.received-likes', new.post_author_id),
        ('groups.likes', new.post_group_id)
      ) as sides (metric, subject_id) where subject_id is not null and not new.is_post_hidden;
  return null;
end $$;
create or replace trigger likes_counted after insert on likes for each row execute function count_new_like();
