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
-- By their first word, or by the category: of the searches of very many members a new item meets few.
create index saved_searches_by_word on saved_searches ((words[1] collate "C"), member_id) where words is not null;
create index saved_searches_by_genre on saved_searches (genre_id, member_id) where words is null;

-- Whom an item was announced to: once, also if it is approved again.
create table search_notices (
  item_id bigint not null references items on delete cascade,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (item_id, member_id)
);
create index search_notices_by_member on search_notices (member_id, created_at);
