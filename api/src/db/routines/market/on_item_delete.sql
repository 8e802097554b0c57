-- Items are deleted only with their seller, and words that no other item has go at once, since a name may be among them.
-- Words left over by edits are deleted every night.
create or replace function on_item_delete() returns trigger language plpgsql as $$
declare
  said constant text[] := array(
    select distinct word from removed cross join lateral words_of_item(name, description) order by word);
begin
  update members set items_count = items_count - n
    from (select seller_id, count(*) as n from removed where is_approved and not is_hidden group by 1) counted
    where id = seller_id;
  perform 1 from words where word = any(said) order by word for update;
  delete from words where word = any(said) and not exists (select from item_words where item_words.word = words.word);
  return null;
end $$;
create or replace trigger items_deleted after delete on items referencing old table as removed
  for each statement execute function on_item_delete();
