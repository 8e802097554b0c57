create or replace function uncount_comments() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (select post_id from removed) order by id for no key update;
  update posts set comments_count = comments_count - n
    from (select post_id, count(*) as n from removed where not is_hidden group by 1) counted
    where id = counted.post_id;
  update comments set reply_count = reply_count - n
    from (select parent_id, count(*) as n from removed where not is_hidden and parent_id is not null group by 1) counted
    where id = counted.parent_id;
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), -count(*)
      from removed cross join lateral (values
        ('user.given-comments'::metric, author_id), ('user.received-comments', post_author_id),
        ('groups.comments', post_group_id)
      ) as sides (metric, subject_id) where subject_id is not null and not is_hidden and not is_post_hidden group by 1, 2, 3;
  return null;
end $$;
create or replace trigger comments_uncounted after delete on comments referencing old table as removed
  for each statement execute function uncount_comments();
