create or replace function count_reviews_out() returns trigger language plpgsql as $$
begin
  perform move_ratings(array(
    select (item_id, seller_id, rating, -1)::rating_step from removed where not is_hidden));
  return null;
end $$;
create or replace trigger reviews_counted_out after delete on reviews
  referencing old table as removed for each statement execute function count_reviews_out();
