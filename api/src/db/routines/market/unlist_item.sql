-- Before an item is deleted, while its categories are still there.
create or replace function unlist_item() returns trigger language plpgsql as $$
begin
  if old.is_approved and not old.is_hidden then
    perform count_listed(old.id, -1);
  end if;
  return old;
end $$;
create or replace trigger items_unlisted before delete on items for each row execute function unlist_item();
