create or replace function uncount_likes() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (select post_id from removed) order by id for no key update;
  update posts set likes_count = likes_count - n
    from (select post_id, count(*) as n from removed group by 1) counted where id = counted.post_id;
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), -count(*)
      from removed cross join lateral (values
        ('user.given-likes'::metric, member_id), ('user.received-likes', post_author_id), ('groups.likes', post_group_id)
      ) as sides (metric, subject_id) where subject_id is not null and not is_post_hidden group by 1, 2, 3;
  return null;
end $$;
create or replace trigger likes_uncounted after delete on likes referencing old table as removed
  for each statement execute function uncount_likes();
