-- Takes the likes on the posts of a banned member out of the daily counts, or puts them back when the ban ends.
create or replace function hide_likes(author bigint, is_banned boolean) returns void language plpgsql as $$
begin
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), case when is_banned then -1 else 1 end * count(*)
      from likes cross join lateral (values
        ('user.given-likes'::metric, member_id), ('user.received-likes', post_author_id), ('groups.likes', post_group_id)
      ) as sides (metric, subject_id)
      where post_id in (select id from posts where author_id = author) and is_post_hidden <> is_banned
        and subject_id is not null group by 1, 2, 3;
  update likes set is_post_hidden = is_banned
    where post_id in (select id from posts where author_id = author) and is_post_hidden <> is_banned;
end $$;
