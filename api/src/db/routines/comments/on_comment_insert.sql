-- Comments come one by one, so each is counted as a row. A ban or an erasure deletes many at once: those are counted by statement,
-- in uncount_comments. Its tables are read by key alone, so one plan fits all.
create or replace function on_comment_insert() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  update posts set comments_count = comments_count + 1 where id = new.post_id and not new.is_hidden;
  if new.parent_id is not null then
    update comments set reply_count = reply_count + 1 where id = new.parent_id and not new.is_hidden;
  end if;
  insert into day_changes
    select metric, subject_id, lagos_day(new.created_at), 1 from (values
        ('user.given-comments'::metric, new.author_id), ('user.received-comments', new.post_author_id),
        ('groups.comments', new.post_group_id)
      ) as sides (metric, subject_id)
      where subject_id is not null and not new.is_hidden and not new.is_post_hidden;
  if new.mentioned_ids <> '{}' then
    perform store_mentions(null, new.id, new.author_id, new.mentioned_ids, coalesce(new.edited_at, new.created_at));
  end if;
  return null;
end $$;
create or replace trigger comments_inserted after insert on comments for each row execute function on_comment_insert();
