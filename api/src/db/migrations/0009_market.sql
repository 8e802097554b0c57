create table genres (
  id bigint generated always as identity primary key,
  name text not null
);
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
  check (deleted_at is null or not is_approved)
);
create index items_by_seller on items (seller_id, id desc) where deleted_at is null;
create index items_listed on items (id desc) include (seller_id) where is_approved and not is_hidden;
create index items_listed_by_price on items (price_kobo, id) include (seller_id) where is_approved and not is_hidden;

-- Items waiting for approval, oldest first.
create index items_waiting on items (id) where not is_approved and deleted_at is null;
create index items_by_image on items (image_url);

create table item_genres (
  item_id bigint not null references items on delete cascade,
  genre_id bigint not null references genres on delete cascade,
  primary key (item_id, genre_id)
);
create index item_genres_by_genre on item_genres (genre_id, item_id desc);

-- A seller's count includes what others can see: no items that wait for approval or are hidden.
create function count_item() returns trigger language plpgsql as $$
begin
  update members set items_count = items_count
      + coalesce(new.is_approved and not new.is_hidden, false)::integer
      - coalesce(old.is_approved and not old.is_hidden, false)::integer
    where id = coalesce(new.seller_id, old.seller_id);
  return null;
end $$;
create trigger items_counted after insert or delete or update of is_approved, is_hidden on items
  for each row execute function count_item();

-- Pictures beyond the first.
create table item_images (
  item_id bigint not null references items on delete cascade,
  position smallint not null check (position between 1 and 6),
  url text not null,
  thumbnail_url text,
  primary key (item_id, position)
);
create index item_images_by_url on item_images (url);

create table favorites (
  member_id bigint not null references members on delete cascade,
  item_id bigint not null references items on delete cascade,
  created_at timestamptz not null,
  primary key (member_id, item_id)
);
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
create index cart_lines_by_item on cart_lines (item_id);

-- How many items everybody can find, in all (genre 0) and per category, so that lists know their total without counting.
create table item_counts (genre_id bigint primary key, n bigint not null check (n >= 0));

create function count_listed(item bigint, step integer) returns void language sql as $$
  insert into item_counts as counted (genre_id, n)
    select genre, greatest(step, 0) from (
      select 0 as genre union all select genre_id from item_genres where item_id = item
    ) genres order by genre
    on conflict (genre_id) do update set n = counted.n + step;
$$;

create function count_listed_item() returns trigger language plpgsql as $$
declare
  was constant boolean := tg_op <> 'INSERT' and old.is_approved and not old.is_hidden;
  becomes constant boolean := tg_op <> 'DELETE' and new.is_approved and not new.is_hidden;
begin
  if was and not becomes then perform count_listed(old.id, -1); end if;
  if becomes and not was then perform count_listed(new.id, 1); end if;
  return coalesce(new, old);
end $$;

-- Runs before a delete, while the item's categories are still there.
create trigger items_listed_counted after insert or update of is_approved, is_hidden on items
  for each row execute function count_listed_item();
create trigger items_listed_uncounted before delete on items for each row execute function count_listed_item();

-- Categories are set when the item is created, and count once the item can be found.
create function count_item_genre() returns trigger language plpgsql as $$
begin
  insert into item_counts as counted (genre_id, n)
    select new.genre_id, 1 from items where id = new.item_id and is_approved and not is_hidden
    on conflict (genre_id) do update set n = counted.n + 1;
  return null;
end $$;
create trigger item_genres_counted after insert on item_genres for each row execute function count_item_genre();

-- A banned member's items are hidden and removed from carts.
create function hide_items() returns trigger language plpgsql as $$
begin
  perform 1 from items where seller_id = new.id order by id for no key update;
  update items set is_hidden = new.banned_at is not null or new.verified_at is null where seller_id = new.id;
  if new.banned_at is not null then
    delete from cart_lines where item_id in (select id from items where seller_id = new.id);
  end if;
  return null;
end $$;
create trigger members_items_hidden after update of banned_at, verified_at on members for each row
  when ((old.banned_at is null) <> (new.banned_at is null) or (old.verified_at is null) <> (new.verified_at is null))
  execute function hide_items();

-- An item created while its seller is being banned waits for the ban, and is hidden too.
create function hide_item() returns trigger language plpgsql as $$
begin
  select banned_at is not null or verified_at is null into new.is_hidden
    from members where id = new.seller_id for no key update;
  new.is_hidden := coalesce(new.is_hidden, true);
  return new;
end $$;
create trigger items_hidden before insert on items for each row execute function hide_item();

-- Every word used by an item. A search first finds similar words here.
create function letters_of(word text) returns text
  language sql immutable strict parallel safe
  return (
    select string_agg(letter, '' order by letter collate "C") from unnest(string_to_array(word, null)) as each (letter)
  );

create table words (
  word text collate "C" primary key,
  -- The letters sorted, so that swapped letters are found.
  letters text collate "C" generated always as (letters_of(word)) stored
);
create index words_by_likeness on words using gin (word gin_trgm_ops);
create index words_by_letters on words (letters);

-- Which item has which words. The index has the best places of each word first and the newest items within them, so that a
-- search for a common word reads no more than one for a rare word.
create table item_words (
  item_id bigint not null references items on delete cascade,
  word text collate "C" not null,
  -- 0: the whole name; 1: the name begins with it; 2: in the name; 3: in the description.
  place smallint not null,
  is_listed boolean not null,
  seller_id bigint not null,
  primary key (item_id, word) include (place)
);
create index item_words_best on item_words (word, is_listed, place, item_id desc) include (seller_id);

create function words_in(value text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(left(word, 40) order by nth), '{}')
    from regexp_split_to_table(public.fold(value), '[^[:alnum:]]+') with ordinality as split (word, nth)
    where word <> ''
  );

create function words_of_item(name text, description text) returns table (word text, place smallint)
  language sql immutable strict as $$
  select word, min(place)::smallint from (
    select word, case when cardinality(words_in(name)) = 1 then 0 when nth = 1 then 1 else 2 end as place
      from unnest(words_in(name)) with ordinality as named (word, nth)
    union all
    select word, 3 from unnest(words_in(description)) as told (word)
  ) standing group by word;
$$;

create function update_item_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.name, new.description) = (old.name, old.description)
    and (new.deleted_at is null) = (old.deleted_at is null) then
    update item_words set is_listed = new.is_approved and not new.is_hidden
      where item_id = new.id and is_listed <> (new.is_approved and not new.is_hidden);
    return null;
  end if;
  delete from item_words where item_id = new.id;
  if new.deleted_at is null then
    -- Locked, so that no erasure deletes them meanwhile (drop_words_of_erased); then the missing words are inserted.
    perform 1 from words where word in (select word from words_of_item(new.name, new.description))
      order by word for key share;
    -- In one order for all, so that two sellers with the same new words cannot deadlock.
    insert into words (word) select word from words_of_item(new.name, new.description) order by word collate "C"
      on conflict do nothing;
    insert into item_words (item_id, word, place, is_listed, seller_id)
      select new.id, word, place, new.is_approved and not new.is_hidden, new.seller_id
      from words_of_item(new.name, new.description);
  end if;
  return null;
end $$;
create trigger items_words_updated after insert or update of name, description, is_approved, is_hidden, deleted_at on items
  for each row execute function update_item_words();

-- Items are deleted only with their seller, and words that no other item has go at once, since a name may be among them.
-- Words left over by edits are deleted every night.
create function drop_words_of_erased() returns trigger language plpgsql as $$
declare
  said constant text[] := array(
    select distinct word from removed cross join lateral words_of_item(name, description) order by word);
begin
  perform 1 from words where word = any(said) order by word for update;
  delete from words where word = any(said) and not exists (select from item_words where item_words.word = words.word);
  return null;
end $$;
create trigger items_gone after delete on items
  referencing old table as removed for each statement execute function drop_words_of_erased();

-- Words spelt like the typed one, or containing it. A wrong letter in a short word leaves too few trigrams for the index:
-- words with the same first letter and about the same length are compared one by one.
create function words_near(typed text) returns table (word text, likeness real)
  language sql stable strict as $$
  select word, max(likeness) from (
    select word, similarity(word, typed) as likeness from words where word % (typed collate "C")
    union all
    select word, 0.9 from words where letters = letters_of(typed) collate "C" and length(typed) > 2
    union all
    select word, 0.5 from words where length(typed) > 2 and word like ('%' || typed || '%') collate "C"
    union all
    select word, similarity(word, typed) from words
      where length(typed) between 3 and 5
        and word >= left(typed, 1) collate "C" and word < (left(typed, 1) || chr(1114111)) collate "C"
        and length(word) between length(typed) - 1 and length(typed) + 1
        and similarity(word, typed) >= 0.2
  ) alike group by word order by 2 desc, 1 limit 5;
$$;
