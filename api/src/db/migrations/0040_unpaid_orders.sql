-- no transaction
-- What a buyer has lately ordered and not paid, which every checkout looks for. Orders that are paid never get into it. One that
-- was cut off half way is there but not valid, so it is dropped first.
drop index concurrently if exists orders_unpaid;
create index concurrently orders_unpaid on orders (buyer_id, moved_at)
  where paid_at is null and status in ('CANCELED', 'FAILED');
