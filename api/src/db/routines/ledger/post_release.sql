-- A line whose money becomes available, or is held again because of a dispute.
create or replace function post_release(line order_lines, parcel parcels, at timestamptz) returns void language plpgsql as $$
declare
  kobo bigint := line.total_kobo - line.refunded_kobo;
  commission bigint := commission_on(line.order_id, kobo);
begin
  if line.released_at is null then
    insert into ledger (kind, seller_account_id, order_id, order_line_id, available_kobo, commission_kobo, held_kobo, created_at)
      values ('HOLD', parcel.seller_account_id, line.order_id, line.id, commission - kobo, -commission, kobo, at);
  elsif kobo > 0 then
    insert into ledger (kind, seller_account_id, order_id, order_line_id, held_kobo, available_kobo, commission_kobo, created_at)
      values ('RELEASE', parcel.seller_account_id, line.order_id, line.id, -kobo, kobo - commission, commission, at);
  end if;
end $$;
