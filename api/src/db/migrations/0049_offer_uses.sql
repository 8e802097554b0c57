create table offer_uses (
  order_id bigint not null references orders on delete cascade,
  offer_id bigint not null references offers on delete cascade,
  primary key (order_id, offer_id)
);
create index offer_uses_by_offer on offer_uses (offer_id);
comment on table offer_uses is
  'Which orders were made at which accepted price. An order that ends unpaid gives its price back, so one offer can have several, of which at most one is paid or can be paid.';

-- The orders so far that may still end unpaid or be paid late. Which offer they used was not stored: it is the newest one of this
-- buyer, item and price before the order.
insert into offer_uses (order_id, offer_id)
  select distinct on (orders.id, offers.item_id) orders.id, offers.id
  from offers
    join orders on orders.buyer_id = offers.buyer_id and orders.created_at >= offers.created_at
    join order_lines on order_lines.order_id = orders.id and order_lines.item_id = offers.item_id
      and unit_price_kobo = price_kobo
  where offers.state in ('ACCEPTED', 'USED', 'LAPSED') and offers.created_at > now() - interval '40 days'
  order by orders.id, offers.item_id, offers.id desc;
