-- All items are locked before all sellers, and each by id, so that two writers cannot deadlock. No rows are made for reviews
-- that were deleted: their item or seller may be gone.
create or replace function move_ratings(steps rating_step[]) returns void language plpgsql as $$
declare
  moved record;
begin
  insert into item_ratings (item_id) select distinct item_id from unnest(steps) where step > 0 order by 1
    on conflict do nothing;
  for moved in
    select item_id, rating, sum(step) as n from unnest(steps) group by 1, 2 having sum(step) <> 0 order by 1, 2
  loop
    update item_ratings set spread[moved.rating] = spread[moved.rating] + moved.n where item_id = moved.item_id;
  end loop;
  insert into seller_ratings (seller_id) select distinct seller_id from unnest(steps) where step > 0 order by 1
    on conflict do nothing;
  for moved in
    select seller_id, rating, sum(step) as n from unnest(steps) group by 1, 2 having sum(step) <> 0 order by 1, 2
  loop
    update seller_ratings set spread[moved.rating] = spread[moved.rating] + moved.n where seller_id = moved.seller_id;
  end loop;
end $$;
