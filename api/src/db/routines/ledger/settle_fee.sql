-- What is left of the fee is available when all lines of the parcel are settled: canceled, or released and not disputed. A dispute
-- moves it back, unless it was paid out: a payout takes all that is available to its seller.
create or replace function settle_fee(of_parcel bigint, at timestamptz) returns void language plpgsql as $$
declare
  parcel parcels;
  kobo bigint;
  is_settled boolean;
begin
  select * into parcel from parcels where id = of_parcel for update;
  kobo := parcel.fee_kobo - parcel.fee_refunded_kobo;
  if kobo = 0 then
    return;
  end if;
  is_settled := not exists (
    select from order_lines where parcel_id = of_parcel and canceled_at is null and (released_at is null or is_disputed));
  if is_settled and parcel.released_at is null then
    update parcels set released_at = at where id = of_parcel;
    insert into ledger (kind, seller_account_id, order_id, held_kobo, available_kobo, created_at)
      values ('RELEASE', parcel.seller_account_id, parcel.order_id, -kobo, kobo, at);
  elsif not is_settled and parcel.released_at is not null and not exists (
    select from payouts where seller_account_id = parcel.seller_account_id and created_at >= parcel.released_at
      and state in ('PENDING', 'SENT', 'PAID')) then
    update parcels set released_at = null where id = of_parcel;
    insert into ledger (kind, seller_account_id, order_id, available_kobo, held_kobo, created_at)
      values ('HOLD', parcel.seller_account_id, parcel.order_id, -kobo, kobo, at);
  end if;
end $$;
