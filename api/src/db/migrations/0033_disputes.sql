-- A buyer's complaint about a line of an order. One for each line, so that a decision is final.
create table disputes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  order_line_id bigint not null unique references order_lines on delete cascade,
  -- As in the order and its line, for the lists.
  buyer_id bigint references members on delete set null,
  seller_id bigint references members on delete set null,
  reason text not null check (reason in ('NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DAMAGED', 'OTHER')),
  state text not null default 'OPEN' check (state in ('OPEN', 'DECIDED')),
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
create index dispute_messages_by_dispute on dispute_messages (dispute_id, id);
create index dispute_messages_by_author on dispute_messages (author_id);

create table dispute_images (
  message_id bigint not null references dispute_messages on delete cascade,
  position smallint not null check (position between 0 and 3),
  url text not null,
  thumbnail_url text,
  primary key (message_id, position)
);
create index dispute_images_by_url on dispute_images (url);

-- Added to whatever the view contains by now, so that two migrations that add to it do not undo each other.
do $$ begin
  execute format('create or replace view media_in_use as %s union all select url from dispute_images',
    rtrim(pg_get_viewdef('media_in_use'), ';'));
end $$;

-- A column of the line, so that the WHERE of an update that releases it or confirms its parcel waits for a dispute that is
-- being opened, and then sees it.
alter table order_lines add column is_disputed boolean not null default false;

-- Of an erased member no text stays. The reason of a decision may describe either side.
create function forget_dispute_member() returns trigger language plpgsql as $$
begin
  new.decision_reason := null;
  return new;
end $$;
create trigger disputes_forget_member before update of buyer_id, seller_id, decided_by on disputes for each row
  when ((old.buyer_id is not null and new.buyer_id is null) or (old.seller_id is not null and new.seller_id is null)
    or (old.decided_by is not null and new.decided_by is null))
  execute function forget_dispute_member();
create function forget_dispute_author() returns trigger language plpgsql as $$
begin
  new.body := '';
  delete from dispute_images where message_id = new.id;
  return new;
end $$;
create trigger dispute_messages_forget_author before update of author_id on dispute_messages for each row
  when (old.author_id is not null and new.author_id is null) execute function forget_dispute_author();
