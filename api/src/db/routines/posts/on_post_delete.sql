-- Words that no other post has go at once, since the name of an erased member may be among them.
create or replace function on_post_delete() returns trigger language plpgsql as $$
declare
  said text[];
begin
  perform drop_unused_link_card(card_id)
    from (select distinct link_card_id as card_id from removed where link_card_id is not null order by 1) cards;
  update members set posts_count = posts_count - n
    from (select author_id, count(*) as n from removed where not is_hidden group by 1) counted where id = author_id;
  perform count_posts_per_day(author_id, group_id, min(created_at), -count(*))
    from removed where not is_hidden group by author_id, group_id, lagos_day(created_at);
  delete from post_words using removed
    where word = any(words_of_post(removed.caption, removed.location)) and post_id = removed.id;
  said := array(
    select distinct word from removed, unnest(words_of_post(removed.caption, removed.location)) as each (word));
  perform 1 from post_vocabulary where word = any(said) order by word for update;
  delete from post_vocabulary
    where word = any(said) and not exists (select from post_words where post_words.word = post_vocabulary.word);
  return null;
end $$;
create or replace trigger posts_deleted after delete on posts referencing old table as removed
  for each statement execute function on_post_delete();
