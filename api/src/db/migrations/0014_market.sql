-- Gone from lists and carts. The row stays for orders, messages and reports that speak of it.
alter table items
  add deleted_at timestamptz,
  -- Its seller is banned, or not verified: kept by triggers.
  add is_hidden boolean not null default false,
  add disapproval_reason text check (length(disapproval_reason) <= 500),
  add check (deleted_at is null or not is_approved);
-- A seller's count follows what others can see: neither what waits for approval nor what is hidden.
create or replace function count_item() returns trigger language plpgsql as $$
begin
  update members set items_count = items_count
      + coalesce(new.is_approved and not new.is_hidden, false)::integer
      - coalesce(old.is_approved and not old.is_hidden, false)::integer
    where id = coalesce(new.seller_id, old.seller_id);
  return null;
end $$;
drop trigger items_counted on items;
create trigger items_counted after insert or delete or update of is_approved, is_hidden on items
  for each row execute function count_item();
update items set is_hidden = true from members
  where members.id = seller_id and (banned_at is not null or verified_at is null);

-- What everybody may find, by time and by price; with the seller, so that those whom a viewer may not see are passed over
-- in the index itself.
drop index items_approved;
create index items_listed on items (id desc) include (seller_id) where is_approved and not is_hidden;
create index items_listed_by_price on items (price_kobo, id) include (seller_id) where is_approved and not is_hidden;
-- What waits for approval, the oldest first.
create index items_waiting on items (id) where not is_approved and deleted_at is null;
drop index items_by_seller;
create index items_by_seller on items (seller_id, id desc) where deleted_at is null;
drop index item_genres_by_genre;
create index item_genres_by_genre on item_genres (genre_id, item_id desc);

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
  -- As it was approved then: a new name that nobody has approved yet is not shown to others.
  name text not null,
  count integer not null check (count between 1 and 1000000),
  -- What it cost when it was added or its count last changed: the cart says when that moved.
  price_kobo bigint not null,
  created_at timestamptz not null,
  unique (member_id, item_id)
);
create index cart_lines_by_item on cart_lines (item_id);

-- How many items everybody may find, in all (genre 0) and of each category: a list says its total without counting.
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
-- Of a row that goes, before it goes: its categories must still be there.
create trigger items_listed_counted after insert or update of is_approved, is_hidden on items
  for each row execute function count_listed_item();
create trigger items_listed_uncounted before delete on items for each row execute function count_listed_item();

-- Categories are given when the item is made, and only once it may be found do they count.
create function count_item_genre() returns trigger language plpgsql as $$
begin
  insert into item_counts as counted (genre_id, n)
    select new.genre_id, 1 from items where id = new.item_id and is_approved and not is_hidden
    on conflict (genre_id) do update set n = counted.n + 1;
  return null;
end $$;
create trigger item_genres_counted after insert on item_genres for each row execute function count_item_genre();

insert into item_counts
  select 0, count(*) from items where is_approved and not is_hidden
  union all
  select genre_id, count(*) from item_genres join items on items.id = item_id where is_approved and not is_hidden
  group by genre_id;

-- A ban is for good: what the member sells is hidden, and leaves the carts.
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

-- An item offered while its seller is being banned waits for the ban, and is hidden too.
create function hide_item() returns trigger language plpgsql as $$
begin
  select banned_at is not null or verified_at is null into new.is_hidden
    from members where id = new.seller_id for no key update;
  new.is_hidden := coalesce(new.is_hidden, true);
  return new;
end $$;
create trigger items_hidden before insert on items for each row execute function hide_item();

-- Every word that stands in an item. A search looks here first, for what begins as it does or is spelt much like it.
create function letters_of(word text) returns text
  language sql immutable strict parallel safe
  return (
    select string_agg(letter, '' order by letter collate "C") from unnest(string_to_array(word, null)) as each (letter)
  );
create table words (
  word text collate "C" primary key,
  -- In the order of the alphabet: the same for whoever typed them in another order.
  letters text collate "C" generated always as (letters_of(word)) stored
);
create index words_by_likeness on words using gin (word gin_trgm_ops);
create index words_by_letters on words (letters);

-- Which item has which words. Of each word the best places come first and the newest within them, so that a search reads
-- no more of a word that everybody uses than of a rare one.
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

create function keep_item_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.name, new.description) = (old.name, old.description)
    and (new.deleted_at is null) = (old.deleted_at is null) then
    update item_words set is_listed = new.is_approved and not new.is_hidden
      where item_id = new.id and is_listed <> (new.is_approved and not new.is_hidden);
    return null;
  end if;
  delete from item_words where item_id = new.id;
  if new.deleted_at is null then
    -- Held, so that none of them goes with somebody erased (see below); only then those that are not there.
    perform 1 from words where word in (select word from words_of_item(new.name, new.description))
      order by word for key share;
    -- In one order for all: two sellers with the same new words wait in a line, never in a ring.
    insert into words (word) select word from words_of_item(new.name, new.description) order by word collate "C"
      on conflict do nothing;
    insert into item_words (item_id, word, place, is_listed, seller_id)
      select new.id, word, place, new.is_approved and not new.is_hidden, new.seller_id
      from words_of_item(new.name, new.description);
  end if;
  return null;
end $$;
create trigger items_words_kept after insert or update of name, description, is_approved, is_hidden, deleted_at on items
  for each row execute function keep_item_words();
-- Items go for good only with their seller, and with them at once the words that nobody else had: a name may be among them.
-- Those left by edits are forgotten at night.
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

insert into item_words (item_id, word, place, is_listed, seller_id)
  select id, word, place, is_approved and not is_hidden, seller_id
  from items cross join lateral words_of_item(name, description);
insert into words (word) select distinct word from item_words;

-- Words spelt much like this one, or that hold it. Of short words a wrong letter leaves too little alike for the index:
-- those with the same first letter and about the same length are looked through.
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

create or replace view media_in_use as
  select profile_image as url from members where profile_image is not null
  union all
  select header_image from members where header_image is not null
  union all
  select url from post_media
  union all
  select image_url from items where image_url is not null
  union all
  select url from report_media join reports on reports.id = report_id where addressed_at is null
  union all
  select image from groups where image is not null
  union all
  select header from groups where header is not null
  union all
  select url from item_images;
