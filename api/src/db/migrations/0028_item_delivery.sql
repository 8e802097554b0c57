-- Where an item is and how it is handed over. Without a word from the seller: delivery, without a fee.
alter table items
  add column offers_pickup boolean not null default false,
  add column offers_delivery boolean not null default true,
  add column fee_same_state_kobo bigint not null default 0 check (fee_same_state_kobo between 0 and 100000000),
  add column fee_other_state_kobo bigint not null default 0 check (fee_other_state_kobo between 0 and 100000000),
  add column state_code text references states,
  add column lga_code text,
  add foreign key (lga_code, state_code) references lgas (code, state_code),
  add check (offers_pickup or offers_delivery),
  -- The foreign key of both is not checked where one is null.
  add check (lga_code is null or state_code is not null);

-- Stock itself stays out of every index: an order that leaves some of it rewrites no index then.
alter table items add column is_in_stock boolean not null generated always as (stock > 0) stored;

-- With all that the filters ask for, so that pages and totals are read from an index alone.
drop index items_listed, items_listed_by_price;
create index items_listed on items (id desc)
  include (seller_id, state_code, is_in_stock, offers_pickup, offers_delivery) where is_approved and not is_hidden;
create index items_listed_by_price on items (price_kobo, id)
  include (seller_id, state_code, is_in_stock, offers_pickup, offers_delivery) where is_approved and not is_hidden;
create index items_listed_by_state on items (state_code, id desc)
  include (seller_id, price_kobo, is_in_stock, offers_pickup, offers_delivery) where is_approved and not is_hidden;
-- Few items may be picked up, and they may be old.
create index items_listed_for_pickup on items (id desc)
  include (seller_id, state_code, price_kobo, is_in_stock) where is_approved and not is_hidden and offers_pickup;
