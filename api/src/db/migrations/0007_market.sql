-- replaces up to 0066_checked_targets.sql
create table genres (
  id bigint generated always as identity primary key,
  name text not null
);
comment on table genres is
  'The categories of items.';
create unique index genres_name on genres (lower(name));

create table items (
  id bigint generated always as identity primary key,
  seller_id bigint not null references members on delete cascade,
  name text not null check (length(name) between 1 and 120),
  description text not null check (length(description) between 1 and 5000),
  price_kobo bigint not null check (price_kobo between 1 and 100000000000),
  -- No upper limit: units come back from orders that end, whatever the seller has set meanwhile.
  stock integer not null check (stock >= 0),
  image_url text,
  thumbnail_url text,
  is_approved boolean not null default false,
  disapproval_reason text check (length(disapproval_reason) <= 500),
  -- The seller is banned, or not verified. Set by triggers.
  is_hidden boolean not null default false,
  -- Gone from lists and carts. The row stays for orders, messages and reports that refer to it.
  deleted_at timestamptz,
  search_text text generated always as (fold(name || ' ' || description)) stored,
  created_at timestamptz not null,
  -- Where an item is and how it is handed over. Without a word from the seller: delivery, without a fee.
  offers_pickup boolean not null default false,
  offers_delivery boolean not null default true,
  fee_same_state_kobo bigint not null default 0,
  fee_other_state_kobo bigint not null default 0,
  state_code text references states,
  lga_code text,
  -- Stock itself stays out of every index: an order that leaves some of it rewrites no index then.
  is_in_stock boolean not null generated always as (stock > 0) stored,
  -- The fees when an admin approved the item; null: approved before fees were looked at. A much higher one is approved again.
  approved_fee_same_state_kobo bigint,
  approved_fee_other_state_kobo bigint,
  check (deleted_at is null or not is_approved),
  foreign key (lga_code, state_code) references lgas (code, state_code),
  check (offers_pickup or offers_delivery),
  -- The foreign key of both is not checked where one is null.
  check (lga_code is null or state_code is not null),
  -- The highest price, which a fee may be as high as.
  constraint items_fees_check check (
    least(fee_same_state_kobo, fee_other_state_kobo) >= 0
    and greatest(fee_same_state_kobo, fee_other_state_kobo) <= 100000000000)
);
comment on table items is
  'What members offer for sale.';
create index items_by_seller on items (seller_id, id desc) where deleted_at is null;
-- Items waiting for approval, oldest first.
create index items_waiting on items (id) where not is_approved and deleted_at is null;
create index items_by_image on items (image_url);
create index items_listed on items (id desc)
  include (seller_id, state_code, is_in_stock, offers_pickup, offers_delivery) where is_approved and not is_hidden;
create index items_listed_by_price on items (price_kobo, id)
  include (seller_id, state_code, is_in_stock, offers_pickup, offers_delivery) where is_approved and not is_hidden;
create index items_listed_by_state on items (state_code, id desc)
  include (seller_id, price_kobo, is_in_stock, offers_pickup, offers_delivery) where is_approved and not is_hidden;
-- Few items may be picked up, and they may be old.
create index items_listed_for_pickup on items (id desc)
  include (seller_id, state_code, price_kobo, is_in_stock) where is_approved and not is_hidden and offers_pickup;
create index items_undecided on items (id) where not is_approved and deleted_at is null and disapproval_reason is null;

create table item_genres (
  item_id bigint not null references items on delete cascade,
  genre_id bigint not null references genres on delete cascade,
  primary key (item_id, genre_id)
);
comment on table item_genres is
  'The categories that an item is in.';
create index item_genres_by_genre on item_genres (genre_id, item_id desc);

create table item_images (
  item_id bigint not null references items on delete cascade,
  position smallint not null check (position between 1 and 6),
  url text not null,
  thumbnail_url text,
  primary key (item_id, position)
);
comment on table item_images is
  'The pictures of an item beyond the first.';
create index item_images_by_url on item_images (url);

create table item_words (
  item_id bigint not null references items on delete cascade,
  word text collate "C" not null,
  -- 0: the whole name; 1: the name begins with it; 2: in the name; 3: in the description.
  place smallint not null,
  is_listed boolean not null,
  seller_id bigint not null,
  primary key (item_id, word) include (place)
);
comment on table item_words is
  'Which item has which words. The index has the best places of each word first and the newest items within them, so that a search for a common word reads no more than one for a rare word.';
create index item_words_best on item_words (word, is_listed, place, item_id desc) include (seller_id);

create table favorites (
  member_id bigint not null references members on delete cascade,
  item_id bigint not null references items on delete cascade,
  created_at timestamptz not null,
  primary key (member_id, item_id)
);
comment on table favorites is
  'Which items a member has marked.';
create index favorites_by_item on favorites (item_id);

create table cart_lines (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  item_id bigint not null references items on delete cascade,
  -- The name as approved when it was added: a new name that waits for approval is not shown to others.
  name text not null,
  count integer not null check (count between 1 and 1000000),
  -- The price when it was added or its count last changed: the cart says when the price has changed.
  price_kobo bigint not null,
  created_at timestamptz not null,
  unique (member_id, item_id)
);
comment on table cart_lines is
  'What is in the cart of a member.';
create index cart_lines_by_item on cart_lines (item_id);

create table item_counts (
  genre_id bigint primary key,
  n bigint not null check (n >= 0)
);
comment on table item_counts is
  'How many items everybody can find, in all (genre 0) and per category, so that lists know their total without counting.';

create table saved_searches (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  name text check (length(name) between 1 and 100),
  genre_id bigint references genres on delete cascade,
  min_price_kobo bigint check (min_price_kobo >= 0),
  max_price_kobo bigint check (max_price_kobo >= 0),
  state_code text references states,
  in_stock boolean not null default false,
  method text check (method in ('PICKUP', 'DELIVERY')),
  -- As the words of items are stored (item_words); null where no words are sought.
  words text[] generated always as (words_in(name)) stored,
  created_at timestamptz not null,
  check (in_stock or num_nonnulls(name, genre_id, min_price_kobo, max_price_kobo, state_code, method) > 0),
  unique nulls not distinct (member_id, name, genre_id, min_price_kobo, max_price_kobo, state_code, in_stock, method)
);
comment on table saved_searches is
  'Searches of the market that a member wants to be notified about.';
-- By their first word, or by the category: of the searches of very many members a new item meets few.
create index saved_searches_by_word on saved_searches ((words[1] collate "C"), member_id) where words is not null;
create index saved_searches_by_genre on saved_searches (genre_id, member_id) where words is null;

create table search_notices (
  item_id bigint not null references items on delete cascade,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (item_id, member_id)
);
comment on table search_notices is
  'To whom an item was announced because of a saved search: once, also if it is approved again.';
create index search_notices_by_member on search_notices (member_id, created_at);
create index search_notices_by_time on search_notices (created_at);
