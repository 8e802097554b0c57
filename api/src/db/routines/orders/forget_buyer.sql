-- The order of an erased member stays for the other side and for accounting, without anything that identifies the member.
create or replace function forget_buyer() returns trigger language plpgsql as $$
begin
  new.phone_number := null;
  new.billing_address := null;
  new.shipping_address := null;
  -- A note may describe where the parcel was left, and a reason may be the buyer's own text.
  update order_lines set note = null, reason = null where order_id = new.id;
  -- The provider's events contain the buyer's mail address.
  update payment_events set body = '{}'
    where reference in (select reference from payment_attempts where order_id = new.id);
  return new;
end $$;
create or replace trigger orders_forget_buyer before update of buyer_id on orders for each row
  when (old.buyer_id is not null and new.buyer_id is null) execute function forget_buyer();
