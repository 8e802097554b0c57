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
create index addresses_by_member on addresses (member_id, id desc);

create table orders (
  id bigint generated always as identity primary key,
  transaction_ref text not null unique,
  buyer_id bigint references members on delete set null,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'PROCESSING', 'SHIPPED', 'COMPLETED', 'CANCELED', 'FAILED')),
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
  check (paid_at is not null or status in ('PENDING', 'CANCELED', 'FAILED')),
  check (held_at is null or status = 'PENDING')
);
create index orders_by_buyer on orders (buyer_id, id desc);
create index orders_to_expire on orders ((coalesce(next_end_check_at, expires_at))) where status = 'PENDING' and held_at is null;
create index orders_to_complete on orders (shipped_at) where status = 'SHIPPED';

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
  check (shipped_at is null or canceled_at is null)
);
create index order_lines_by_order on order_lines (order_id, item_id);
create index order_lines_by_seller on order_lines (seller_id, id desc);
create index order_lines_unfinished on order_lines (seller_id, id desc) where finished_at is null;
create index order_lines_sold on order_lines (seller_id, sold_at) where canceled_at is null;
create index order_lines_by_item on order_lines (item_id);
create index order_lines_by_image on order_lines (image_url);

create table order_moves (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  status text not null,
  created_at timestamptz not null
);
create index order_moves_by_order on order_moves (order_id, id);

create function write_order_move() returns trigger language plpgsql as $$
begin
  insert into order_moves (order_id, status, created_at) values (new.id, new.status, new.moved_at);
  return null;
end $$;
create trigger orders_started after insert on orders for each row execute function write_order_move();
create trigger orders_moved after update of status on orders for each row
  when (old.status <> new.status) execute function write_order_move();

create function sell_lines() returns trigger language plpgsql as $$
begin
  update order_lines set sold_at = new.paid_at where order_id = new.id;
  return null;
end $$;
create trigger orders_sold after update of paid_at on orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function sell_lines();

-- Not a column of members: completing orders share-locks those rows, and would wait for each other to count there.
create table finished_sales (
  seller_id bigint primary key references members on delete cascade,
  n bigint not null check (n > 0)
);

create function finish_lines() returns trigger language plpgsql as $$
begin
  update order_lines set finished_at = new.moved_at where order_id = new.id and canceled_at is null;
  -- The lower id first, so that two orders of the same sellers cannot deadlock.
  insert into finished_sales as saved (seller_id, n)
    select seller_id, count(*) from order_lines
      where order_id = new.id and finished_at is not null and seller_id is not null
      group by seller_id order by seller_id
    on conflict (seller_id) do update set n = saved.n + excluded.n;
  return null;
end $$;
create trigger orders_finished after update of status on orders for each row
  when (old.status <> new.status and new.status = 'COMPLETED') execute function finish_lines();

-- The order of an erased member stays for the other side and for accounting, without anything that identifies the member.
create function forget_buyer() returns trigger language plpgsql as $$
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
create trigger orders_forget_buyer before update of buyer_id on orders for each row
  when (old.buyer_id is not null and new.buyer_id is null) execute function forget_buyer();

create function forget_seller() returns trigger language plpgsql as $$
begin
  new.image_url := null;
  new.thumbnail_url := null;
  new.note := null;
  new.reason := null;
  return new;
end $$;
create trigger order_lines_forget_seller before update of seller_id on order_lines for each row
  when (old.seller_id is not null and new.seller_id is null) execute function forget_seller();

-- Each payment page opened at the provider. The reference is the provider's key and never used twice.
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
  unique (order_id, number)
);
create unique index payment_attempts_paid on payment_attempts (order_id) where state = 'PAID';
create index payment_attempts_to_poll on payment_attempts (next_poll_at) where next_poll_at is not null;
create index payment_attempts_held on payment_attempts (settled_at) where state = 'HELD';

-- The provider's events as received. Stored before they are checked.
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
  changed_at timestamptz not null
);
create index refunds_to_poll on refunds (next_poll_at) where next_poll_at is not null;
create index refunds_by_order on refunds (order_id);
create index refunds_by_reference on refunds (reference);
create unique index refunds_whole on refunds (reference) where order_line_id is null;

-- Never more is refunded than was paid.
create function bound_refund() returns trigger language plpgsql as $$
declare
  paid bigint;
begin
  select paid_kobo into paid from payment_attempts where reference = new.reference for update;
  if (select coalesce(sum(amount_kobo), 0) from refunds where reference = new.reference) + new.amount_kobo
    > coalesce(paid, 0) then
    raise exception 'More would be refunded of % than was paid.', new.reference using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refunds_bounded before insert on refunds for each row execute function bound_refund();

-- The data of the built-in payment provider, read by the sandbox only.
create table sandbox_transactions (
  id bigint generated always as identity primary key,
  reference text not null unique,
  access_code text not null unique,
  amount_kobo bigint not null,
  currency text not null,
  callback_url text,
  cancel_url text,
  status text not null default 'abandoned',
  gateway_response text,
  -- The last four digits of the card: some test cards cannot be refunded.
  card text,
  paid_at timestamptz,
  created_at timestamptz not null
);

create table sandbox_refunds (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references sandbox_transactions on delete cascade,
  amount_kobo bigint not null,
  status text not null,
  merchant_note text,
  created_at timestamptz not null
);
create index sandbox_refunds_by_transaction on sandbox_refunds (transaction_id);
