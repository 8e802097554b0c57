-- In the order of on_post_insert, so that two writers lock in the same order.
create or replace function on_post_update() returns trigger language plpgsql as $$
begin
  if old.link_card_id is distinct from new.link_card_id then
    perform drop_unused_link_card(old.link_card_id);
  end if;
  if new.mentioned_ids <> old.mentioned_ids then
    perform store_mentions(new.id, null, new.author_id, new.mentioned_ids, coalesce(new.edited_at, new.created_at));
  end if;
  if new.tags <> old.tags then
    perform store_tags(new.id, new.tags, new.created_at);
  end if;
  if (new.caption, new.location) is distinct from (old.caption, old.location) then
    delete from post_words where word = any(words_of_post(old.caption, old.location)) and post_id = old.id;
    perform add_post_words(new.id, words_of_post(new.caption, new.location));
  end if;
  return null;
end $$;
create or replace trigger posts_updated after update of caption, location, tags, mentioned_ids, link_card_id on posts
  for each row execute function on_post_update();
