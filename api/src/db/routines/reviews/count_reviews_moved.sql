create or replace function count_reviews_moved() returns trigger language plpgsql as $$
begin
  perform move_ratings(array(
    select (item_id, seller_id, rating, -1)::rating_step from removed where not is_hidden
    union all
    select (item_id, seller_id, rating, 1)::rating_step from added where not is_hidden));
  return null;
end $$;
create or replace trigger reviews_counted_anew after update on reviews
  referencing old table as removed new table as added for each statement execute function count_reviews_moved();
