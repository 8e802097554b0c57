-- no transaction
-- The orders so far that may still end unpaid or be paid late. Which offer they used was not stored: it is the newest one of this
-- buyer, item and price before the order. In a file of its own, so that orders and offers are not locked while it reads them.
insert into offer_uses (order_id, offer_id)
  select distinct on (orders.id, offers.item_id) orders.id, offers.id
  from offers
    join orders on orders.buyer_id = offers.buyer_id and orders.created_at >= offers.created_at
    join order_lines on order_lines.order_id = orders.id and order_lines.item_id = offers.item_id
      and unit_price_kobo = price_kobo
  where offers.state in ('ACCEPTED', 'USED', 'LAPSED') and offers.created_at > now() - interval '40 days'
  order by orders.id, offers.item_id, offers.id desc
on conflict do nothing;
