-- The buyer's part of a disputed line, and of the fee. What was paid out before is withheld from the seller's next money.
create or replace function post_dispute(line order_lines, parcel parcels) returns void language plpgsql as $$
declare
  fee bigint := line.fee_refunded_kobo;
  -- The commission on the buyer's part, if it was taken.
  commission bigint := case when line.released_at is null then 0 else
    commission_on(line.order_id, line.total_kobo) - commission_on(line.order_id, line.total_kobo - line.refunded_kobo) end;
  held bigint := case when line.released_at is null then line.refunded_kobo else 0 end
    + case when parcel.released_at is null then fee else 0 end;
begin
  perform refund_fee(parcel.id, fee);
  insert into ledger (kind, seller_account_id, order_id, order_line_id, held_kobo, available_kobo, commission_kobo,
      clearing_kobo, created_at)
    values ('DISPUTE', parcel.seller_account_id, line.order_id, line.id, -held,
      held + commission - line.refunded_kobo - fee, -commission, line.refunded_kobo + fee, line.refunded_at);
end $$;
