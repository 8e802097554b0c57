-- An erased seller leaves nothing on the parcel that could identify them.
create function forget_parcel_seller() returns trigger language plpgsql as $$
begin
  new.carrier := null;
  new.tracking_number := null;
  return new;
end $$;
create trigger parcels_forget_seller before update of seller_id on parcels for each row
  when (old.seller_id is not null and new.seller_id is null) execute function forget_parcel_seller();

-- Lines finish one by one: with their parcel, or by the decision on a dispute. An order that is completed finishes the rest.
create or replace function finish_lines() returns trigger language plpgsql as $$
begin
  update order_lines set finished_at = new.moved_at
    where order_id = new.id and canceled_at is null and finished_at is null;
  return null;
end $$;
create function count_finished_sale() returns trigger language plpgsql as $$
begin
  if new.seller_id is not null then
    insert into finished_sales as saved (seller_id, n) values (new.seller_id, 1)
      on conflict (seller_id) do update set n = saved.n + 1;
  end if;
  return null;
end $$;
create trigger order_lines_finished after update of finished_at on order_lines for each row
  when (old.finished_at is null and new.finished_at is not null) execute function count_finished_sale();

-- The orders so far. What was paid out to sellers outside of the product is not known here (docs/decisions/0027).
insert into ledger (kind, order_id, reference, provider_kobo, clearing_kobo, created_at)
  select 'PAYMENT', order_id, reference, -paid_kobo, paid_kobo, coalesce(settled_at, created_at)
  from payment_attempts where paid_kobo > 0 and currency = 'NGN' order by settled_at;
select post_sales(id, paid_at) from orders where paid_at is not null order by id;
insert into ledger (kind, seller_account_id, order_id, order_line_id, clearing_kobo, held_kobo, created_at)
  select 'CANCEL', seller_account_id, order_lines.order_id, order_lines.id, total_kobo, -total_kobo, canceled_at
  from order_lines join parcels on parcels.id = parcel_id
  where canceled_at is not null and seller_account_id is not null order by canceled_at;
insert into ledger (kind, order_id, order_line_id, reference, clearing_kobo, refunds_kobo, created_at)
  select 'REFUND', order_id, order_line_id, reference, -refunds.amount_kobo, refunds.amount_kobo, refunds.created_at
  from refunds join payment_attempts using (reference, order_id) where currency = 'NGN' order by refunds.created_at;
insert into ledger (kind, order_id, order_line_id, reference, refunds_kobo, provider_kobo, created_at)
  select 'REFUND_PAID', order_id, order_line_id, reference, -refunds.amount_kobo, refunds.amount_kobo, changed_at
  from refunds join payment_attempts using (reference, order_id)
  where refunds.state = 'PROCESSED' and currency = 'NGN' order by changed_at;
