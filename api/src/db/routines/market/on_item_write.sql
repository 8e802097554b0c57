-- A seller's count, and that of each category, include what others can see: no items that wait for approval or are hidden.
-- Members are locked before counts, and words last.
create or replace function on_item_write() returns trigger language plpgsql as $$
declare
  is_listed constant boolean := new.is_approved and not new.is_hidden;
  step constant integer := is_listed::integer - coalesce(old.is_approved and not old.is_hidden, false)::integer;
begin
  if step <> 0 then
    update members set items_count = items_count + step where id = new.seller_id;
    perform count_listed(new.id, step);
  end if;
  if tg_op = 'INSERT' or (new.name, new.description, new.deleted_at is null)
    is distinct from (old.name, old.description, old.deleted_at is null) then
    perform store_item_words(new);
  elsif step <> 0 then
    update item_words set is_listed = (step = 1) where item_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger items_written
  after insert or update of name, description, is_approved, is_hidden, deleted_at on items
  for each row execute function on_item_write();
