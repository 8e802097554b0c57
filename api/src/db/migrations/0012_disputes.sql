-- replaces up to 0066_checked_targets.sql
create table disputes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  order_line_id bigint not null unique references order_lines on delete cascade,
  -- As in the order and its line, for the lists.
  buyer_id bigint references members on delete set null,
  seller_id bigint references members on delete set null,
  reason text not null check (reason in ('NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DAMAGED', 'OTHER')),
  state text not null default 'OPEN' check (state in ('OPEN', 'DECIDED', 'WITHDRAWN')),
  decision text check (decision in ('REFUND_BUYER', 'PAY_SELLER', 'SPLIT')),
  -- The buyer's part of the line's total.
  buyer_kobo bigint check (buyer_kobo >= 0),
  decided_by bigint references members on delete set null,
  -- The seller may grant the refund; everything else is decided by staff.
  decided_as text check (decided_as in ('seller', 'staff')),
  decision_reason text check (length(decision_reason) <= 500),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The open ones first, the oldest of them at the top; then the decided ones, the newest first.
  sort_key bigint not null generated always as (case state when 'OPEN' then id else (1::bigint << 52) - id end) stored,
  check ((state = 'DECIDED') = (decision is not null and buyer_kobo is not null and decided_as is not null
    and decided_at is not null))
);
comment on table disputes is
  'A buyer''s complaint about a line of an order. One for each line, so that a decision is final.';
create index disputes_listed on disputes (sort_key);
create index disputes_by_buyer on disputes (buyer_id, sort_key);
create index disputes_by_seller on disputes (seller_id, sort_key);
create index disputes_by_order on disputes (order_id);
create index disputes_by_decider on disputes (decided_by) where decided_by is not null;
-- Counted in the menu of staff every minute, while decided ones become very many.
create index disputes_open on disputes (sort_key) where state = 'OPEN';

create table dispute_messages (
  id bigint generated always as identity primary key,
  dispute_id bigint not null references disputes on delete cascade,
  author_id bigint references members on delete set null,
  -- What the author was in this dispute at that time.
  role text not null check (role in ('buyer', 'seller', 'staff')),
  body text not null check (length(body) <= 2000),
  created_at timestamptz not null
);
comment on table dispute_messages is
  'What buyer, seller and staff wrote in a dispute.';
create index dispute_messages_by_dispute on dispute_messages (dispute_id, id);
create index dispute_messages_by_author on dispute_messages (author_id);

create table dispute_images (
  message_id bigint not null references dispute_messages on delete cascade,
  position smallint not null check (position between 0 and 3),
  url text not null,
  thumbnail_url text,
  primary key (message_id, position)
);
comment on table dispute_images is
  'The pictures of a message in a dispute.';
create index dispute_images_by_url on dispute_images (url);
