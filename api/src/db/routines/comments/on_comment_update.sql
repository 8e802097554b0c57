create or replace function on_comment_update() returns trigger language plpgsql as $$
begin
  perform store_mentions(null, new.id, new.author_id, new.mentioned_ids, coalesce(new.edited_at, new.created_at));
  return null;
end $$;
create or replace trigger comments_updated after update of mentioned_ids on comments
  for each row when (new.mentioned_ids <> old.mentioned_ids) execute function on_comment_update();
