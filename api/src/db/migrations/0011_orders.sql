-- replaces up to 0066_checked_targets.sql
create table addresses (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  street_number text not null,
  address_line1 text not null,
  address_line2 text,
  state_code text not null,
  lga_code text not null,
  postal_code text,
  unit_number text,
  phone_number text,
  created_at timestamptz not null,
  foreign key (lga_code, state_code) references lgas (code, state_code)
);
comment on table addresses is
  'Postal addresses that members have saved.';
create index addresses_by_member on addresses (member_id, id desc);

create table orders (
  id bigint generated always as identity primary key,
  transaction_ref text not null unique,
  buyer_id bigint references members on delete set null,
  status text not null default 'PENDING' check (status = any('{PENDING,PROCESSING,SHIPPED,COMPLETED,CANCELED,FAILED}')),
  total_kobo bigint not null check (total_kobo between 5000 and 100000000000),
  phone_number text,
  -- Copies of the addresses at the time of the order.
  billing_address jsonb,
  shipping_address jsonb,
  -- A payment does not match the order: it waits for an admin and does not expire.
  held_at timestamptz,
  expires_at timestamptz not null,
  -- The order was due to expire, but the provider did not answer: when to try again.
  next_end_check_at timestamptz,
  paid_at timestamptz,
  shipped_at timestamptz,
  -- When it got its present status: written to the history by a trigger.
  moved_at timestamptz not null,
  created_at timestamptz not null,
  commission_percent numeric(4, 2) not null default 0 check (commission_percent between 0 and 50),
  -- When the buyer was asked for a review.
  review_asked_at timestamptz,
  constraint orders_check1 check (held_at is null or status = 'PENDING'),
  constraint orders_paid_check check (paid_at is not null or status = any('{PENDING,CANCELED,FAILED}'))
);
comment on table orders is
  'Orders. Names, prices and addresses stay as they were at checkout.';
create index orders_by_buyer on orders (buyer_id, id desc);
create index orders_to_expire on orders ((coalesce(next_end_check_at, expires_at))) where status = 'PENDING' and held_at is null;
create index orders_to_complete on orders (shipped_at) where status = 'SHIPPED';
create index orders_to_ask_for_review on orders (moved_at) where status = 'COMPLETED' and review_asked_at is null;
-- Each list of orders for staff is the newest of some kind of order: by status, by the beginning of the reference, late ones.
create index orders_by_status on orders (status, id desc);
-- Of the pattern class, because other collations than C cannot search for a beginning.
create index orders_by_reference on orders (transaction_ref text_pattern_ops);
create index orders_unshipped on orders (paid_at) where status = 'PROCESSING';
-- What a buyer has lately ordered and not paid, which every checkout looks for. Orders that are paid never get into it.
create index orders_unpaid on orders (buyer_id, moved_at) where paid_at is null and status in ('CANCELED', 'FAILED');

create table parcels (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  seller_id bigint references members on delete set null,
  method text not null default 'DELIVERY' check (method in ('PICKUP', 'DELIVERY')),
  -- Fixed at checkout. It is the seller's, and goes back to the buyer when all lines are canceled.
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  carrier text,
  tracking_number text,
  -- When the last of its lines was shipped.
  shipped_at timestamptz,
  -- When the buyer confirmed it, or so long after shipping that it counts as received.
  received_at timestamptz,
  released_at timestamptz,
  seller_account_id bigint references seller_accounts,
  -- The sum of its lines, kept by refund_fee.
  fee_refunded_kobo bigint not null default 0,
  unique (order_id, seller_id),
  constraint parcels_fee_check check (fee_refunded_kobo between 0 and fee_kobo)
);
comment on table parcels is
  'What one seller of an order sends: its lines arrive, are confirmed and are paid out together.';
comment on column parcels.released_at is 'When what was left of its fee became available to the seller.';
create index parcels_by_seller on parcels (seller_id, id desc);
create index parcels_to_complete on parcels (shipped_at) where received_at is null and shipped_at is not null;

create table order_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  item_id bigint references items on delete set null,
  seller_id bigint references members on delete set null,
  name text not null,
  image_url text,
  thumbnail_url text,
  unit_price_kobo bigint not null check (unit_price_kobo > 0),
  quantity integer not null check (quantity between 1 and 1000000),
  total_kobo bigint not null generated always as (unit_price_kobo * quantity) stored,
  -- Its units are taken from the item's stock. Whoever sets this to false gives them back, so that happens once.
  holds_stock boolean not null default true,
  shipped_at timestamptz,
  note text,
  canceled_at timestamptz,
  reason text,
  -- When the order was paid, and when it was completed with this line. Written by triggers of orders, for the indexes below.
  sold_at timestamptz,
  finished_at timestamptz,
  parcel_id bigint not null references parcels on delete cascade,
  -- The buyer's part, by the decision on a dispute.
  refunded_kobo bigint not null default 0,
  refunded_at timestamptz,
  -- When it became available to the seller; null again while it is disputed.
  released_at timestamptz,
  -- The latest payout that it was in.
  payout_id bigint references payouts,
  -- The line was reviewed once, even if the review is gone by now: a review that was taken down cannot be written again.
  reviewed_at timestamptz,
  -- A column of the line, so that the WHERE of an update that releases it or confirms its parcel waits for a dispute that is
  -- being opened, and then sees it.
  is_disputed boolean not null default false,
  -- The part of its parcel's fee that the buyer gets back with this line.
  fee_refunded_kobo bigint not null default 0,
  check (shipped_at is null or canceled_at is null),
  check (refunded_kobo between 0 and unit_price_kobo * quantity),
  constraint order_lines_check3 check (released_at is null or finished_at is not null),
  constraint order_lines_fee_check check (fee_refunded_kobo >= 0),
  constraint order_lines_refunded_check check (refunded_at is not null or refunded_kobo = 0)
);
comment on table order_lines is
  'One item of an order, from one seller.';
create index order_lines_by_order on order_lines (order_id, item_id);
create index order_lines_by_seller on order_lines (seller_id, id desc);
create index order_lines_unfinished on order_lines (seller_id, id desc) where finished_at is null;
create index order_lines_sold on order_lines (seller_id, sold_at) where canceled_at is null;
create index order_lines_by_item on order_lines (item_id);
create index order_lines_by_image on order_lines (image_url);
create index order_lines_by_parcel on order_lines (parcel_id);
create index order_lines_to_release on order_lines (finished_at)
  where finished_at is not null and released_at is null and seller_id is not null;
create index order_lines_by_payout on order_lines (payout_id) where payout_id is not null;
create index order_lines_to_pay_out on order_lines (seller_id) where released_at is not null and payout_id is null;
-- The shipped lines of sellers who are locked out, among the few that are not settled.
create index order_lines_on_their_way on order_lines (seller_id) include (order_id)
  where shipped_at is not null and canceled_at is null and released_at is null;

create table order_moves (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  status text not null,
  created_at timestamptz not null
);
comment on table order_moves is
  'Each status that an order has had, and since when.';
create index order_moves_by_order on order_moves (order_id, id);

create table finished_sales (
  seller_id bigint primary key references members on delete cascade,
  n bigint not null check (n > 0)
);
comment on table finished_sales is
  'How many sales of a seller are completed. Not a column of members: completing orders share-locks those rows, and would wait for each other to count there.';

create table payment_attempts (
  reference text primary key,
  order_id bigint not null references orders on delete cascade,
  number smallint not null check (number > 0),
  amount_kobo bigint not null,
  authorization_url text,
  -- Until when a request for the page is under way.
  opening_until timestamptz,
  -- OPEN: may still be paid. PAID: pays the order. HELD: waits for an admin. REFUNDED: paid, but not needed or not wanted.
  state text not null default 'OPEN' check (state in ('OPEN', 'PAID', 'HELD', 'REFUNDED')),
  -- The status that the provider last reported.
  provider_status text,
  paid_kobo bigint,
  currency text,
  held_reason text,
  settled_at timestamptz,
  next_poll_at timestamptz,
  poll_count integer not null default 0,
  created_at timestamptz not null,
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  reversed_at timestamptz,
  unique (order_id, number)
);
comment on table payment_attempts is
  'Each payment page opened at the provider. The reference is the provider''s key and never used twice.';
create unique index payment_attempts_paid on payment_attempts (order_id) where state = 'PAID';
create index payment_attempts_to_poll on payment_attempts (next_poll_at) where next_poll_at is not null;
create index payment_attempts_held on payment_attempts (settled_at) where state = 'HELD';

create table payment_events (
  id bigint generated always as identity primary key,
  -- Of the exact bytes: a repeated event is the same row.
  digest text not null unique,
  event text not null,
  reference text,
  body text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  -- Next attempt to handle it. Null: left for an admin.
  next_poll_at timestamptz
);
comment on table payment_events is
  'The provider''s events as received. Stored before they are checked.';
create index payment_events_unhandled on payment_events (next_poll_at) where handled_at is null;
create index payment_events_by_reference on payment_events (reference);

create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  reference text not null references payment_attempts on delete cascade,
  -- Null: the whole payment is refunded.
  order_line_id bigint unique references order_lines on delete cascade,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- ASKED: not confirmed by the provider yet. The other states are the provider's. One that FAILED because the provider
  -- rejected the request has a next poll, and is requested again.
  state text not null default 'ASKED' check (state in ('ASKED', 'PENDING', 'PROCESSED', 'FAILED', 'NEEDS_ATTENTION')),
  provider_id text,
  -- How often it may have been requested: from the second time on, the provider's list is checked before requesting again.
  request_count integer not null default 0,
  next_poll_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- A refund that failed at the provider and was requested again. Each request has a note of its own there, so that the failed
  -- one is not taken for the new one.
  retry_count integer not null default 0,
  -- Until when a request to the provider is under way: meanwhile it is not requested again.
  requesting_until timestamptz,
  -- A refund that failed at the provider and that staff have paid outside of it. It is never requested again.
  settled_outside_at timestamptz,
  -- When the provider said that it had paid this refund too.
  paid_twice_at timestamptz,
  constraint refunds_settled_check check (settled_outside_at is null or state = 'PROCESSED')
);
comment on table refunds is
  'Money that goes back to a buyer, and how far the provider has got with it.';
create index refunds_to_poll on refunds (next_poll_at) where next_poll_at is not null;
create index refunds_by_order on refunds (order_id);
create index refunds_by_reference on refunds (reference);
create unique index refunds_whole on refunds (reference) where order_line_id is null;
create index refunds_failed on refunds (order_id) where state in ('FAILED', 'NEEDS_ATTENTION');

create table offer_uses (
  order_id bigint not null references orders on delete cascade,
  offer_id bigint not null references offers on delete cascade,
  primary key (order_id, offer_id)
);
comment on table offer_uses is
  'Which orders were made at which accepted price. An order that ends unpaid gives its price back, so one offer can have several, of which at most one is paid or can be paid.';
create index offer_uses_by_offer on offer_uses (offer_id);
