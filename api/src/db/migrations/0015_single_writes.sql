-- Likes and comments come one by one, so each is counted as a row. A ban or an erasure deletes many at once: those are still
-- counted by statement (0007).
create function count_new_like() returns trigger language plpgsql as $$
begin
  update posts set likes_count = likes_count + 1 where id = new.post_id;
  insert into day_changes
    select metric, subject_id, lagos_day(new.created_at), 1 from (values
        ('user.given-likes'::metric, new.member_id), ('user.received-likes', new.post_author_id),
        ('groups.likes', new.post_group_id)
      ) as sides (metric, subject_id) where subject_id is not null and not new.is_post_hidden;
  return null;
end $$;
drop trigger likes_counted on likes;
create trigger likes_counted after insert on likes for each row execute function count_new_like();

create function count_new_comment() returns trigger language plpgsql as $$
begin
  update posts set comments_count = comments_count + 1 where id = new.post_id and not new.is_hidden;
  insert into day_changes
    select metric, subject_id, lagos_day(new.created_at), 1 from (values
        ('user.given-comments'::metric, new.author_id), ('user.received-comments', new.post_author_id),
        ('groups.comments', new.post_group_id)
      ) as sides (metric, subject_id)
      where subject_id is not null and not new.is_hidden and not new.is_post_hidden;
  return null;
end $$;
drop trigger comments_counted on comments;
create trigger comments_counted after insert on comments for each row execute function count_new_comment();

-- Sets a like, or turns it over where `wanted` is null. The caller has locked the post. A function, because its statements
-- see what was committed while the caller waited for that lock.
create function set_like(
  liked_id bigint, liker_id bigint, wanted boolean, at timestamptz, out is_liked boolean, out likes integer
) language plpgsql as $$
begin
  is_liked := coalesce(wanted,
    not exists (select from likes where post_id = liked_id and member_id = liker_id));
  if is_liked then
    insert into likes (post_id, member_id, created_at) values (liked_id, liker_id, at) on conflict do nothing;
  else
    delete from likes where post_id = liked_id and member_id = liker_id;
  end if;
  select likes_count into likes from posts where id = liked_id;
end $$;
