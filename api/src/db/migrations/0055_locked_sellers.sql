-- no transaction
-- One that was cut off half way is there but not valid, so it is dropped first.
drop index concurrently if exists order_lines_on_their_way;
-- The shipped lines of sellers who are locked out, among the few that are not settled.
create index concurrently order_lines_on_their_way on order_lines (seller_id) include (order_id)
  where shipped_at is not null and canceled_at is null and released_at is null;
