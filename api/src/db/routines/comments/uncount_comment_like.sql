create or replace function uncount_comment_like() returns trigger language plpgsql as $$
begin
  perform 1 from comments where id in (select comment_id from changed) order by id for no key update;
  update comments set likes_count = likes_count - n
    from (select comment_id, count(*) as n from changed group by 1) counted where id = counted.comment_id;
  return null;
end $$;
create or replace trigger comment_likes_uncounted after delete on comment_likes referencing old table as changed
  for each statement execute function uncount_comment_like();
