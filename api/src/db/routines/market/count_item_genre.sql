-- Categories are set when the item is created, and count once the item can be found.
create or replace function count_item_genre() returns trigger language plpgsql as $$
begin
  insert into item_counts as counted (genre_id, n)
    select new.genre_id, 1 from items where id = new.item_id and is_approved and not is_hidden
    on conflict (genre_id) do update set n = counted.n + 1;
  return null;
end $$;
create or replace trigger item_genres_counted after insert on item_genres for each row execute function count_item_genre();
