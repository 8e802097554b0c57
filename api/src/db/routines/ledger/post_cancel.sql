-- A line that is canceled. When no line of its parcel is paid any more, what is left of the fee goes back with it.
create or replace function post_cancel(line order_lines, parcel parcels) returns void language plpgsql as $$
declare
  fee bigint := parcel.fee_kobo - parcel.fee_refunded_kobo;
begin
  if fee > 0 and exists (
    select from order_lines where parcel_id = parcel.id and canceled_at is null and refunded_kobo < total_kobo) then
    fee := 0;
  end if;
  if fee > 0 then
    perform refund_fee(parcel.id, fee);
    update order_lines set fee_refunded_kobo = fee where id = line.id;
  end if;
  insert into ledger (kind, seller_account_id, order_id, order_line_id, clearing_kobo, held_kobo, available_kobo, created_at)
    values ('CANCEL', parcel.seller_account_id, line.order_id, line.id, line.total_kobo + fee,
      -line.total_kobo - case when parcel.released_at is null then fee else 0 end,
      case when parcel.released_at is null then 0 else -fee end, line.canceled_at);
end $$;
