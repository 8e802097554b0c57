create or replace function store_item_words(item items) returns void language plpgsql as $$
begin
  delete from item_words where item_id = item.id;
  if item.deleted_at is not null then return; end if;
  -- Locked, so that no erasure deletes them meanwhile (on_item_delete); then the missing words are inserted.
  perform 1 from words where word in (select word from words_of_item(item.name, item.description))
    order by word for key share;
  -- In one order for all, so that two sellers with the same new words cannot deadlock.
  insert into words (word) select word from words_of_item(item.name, item.description) order by word collate "C"
    on conflict do nothing;
  insert into item_words (item_id, word, place, is_listed, seller_id)
    select item.id, word, place, item.is_approved and not item.is_hidden, item.seller_id
    from words_of_item(item.name, item.description);
end $$;
