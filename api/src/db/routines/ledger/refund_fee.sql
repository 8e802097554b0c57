-- Counts what the buyer gets back of the fee. Without the fee that is left the check of the table rejects it.
create or replace function refund_fee(of_parcel bigint, kobo bigint) returns void language sql as $$
  update parcels set fee_refunded_kobo = fee_refunded_kobo + kobo where id = of_parcel and kobo > 0
$$;
