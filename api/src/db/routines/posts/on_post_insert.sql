-- The author's row is locked before the timeline's, as by fill_timeline, and words are locked last.
create or replace function on_post_insert() returns trigger language plpgsql as $$
begin
  -- A follow at the same moment waits for this row: either it finds the post, or the post's job finds the follow.
  update members set posts_count = posts_count + 1 where id = new.author_id;
  perform count_posts_per_day(new.author_id, new.group_id, new.created_at, 1);
  -- Authors see their own posts at once.
  insert into timeline_posts (member_id, post_id, author_id)
    select member_id, new.id, new.author_id from timelines where member_id = new.author_id;
  if new.mentioned_ids <> '{}' then
    perform store_mentions(new.id, null, new.author_id, new.mentioned_ids, coalesce(new.edited_at, new.created_at));
  end if;
  if new.tags <> '{}' then
    perform store_tags(new.id, new.tags, new.created_at);
  end if;
  perform add_post_words(new.id, words_of_post(new.caption, new.location));
  return null;
end $$;
create or replace trigger posts_inserted after insert on posts for each row execute function on_post_insert();
