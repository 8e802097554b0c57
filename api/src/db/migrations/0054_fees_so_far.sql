-- no transaction
-- The fees that went back before 0053, with the line that was canceled last.
with returned as (
  select parcels.id, fee_kobo, (
    select order_lines.id from order_lines where parcel_id = parcels.id order by canceled_at desc, order_lines.id desc limit 1) as line_id
  from parcels
  where fee_kobo > 0 and fee_refunded_kobo = 0 and seller_account_id is not null
    and not exists (select from order_lines where parcel_id = parcels.id and canceled_at is null)
), lines as (
  update order_lines set fee_refunded_kobo = returned.fee_kobo from returned where order_lines.id = line_id
)
update parcels set fee_refunded_kobo = returned.fee_kobo from returned where parcels.id = returned.id;
alter table parcels validate constraint parcels_fee_check;
alter table order_lines validate constraint order_lines_fee_check;
alter table order_lines validate constraint order_lines_refunded_check;
alter table items validate constraint items_fees_check;
