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
  stock integer not null check (stock between 0 and 1000000),
  image_url text,
  thumbnail_url text,
  is_approved boolean not null default false,
  search_text text generated always as (fold(name || ' ' || description)) stored,
  created_at timestamptz not null
);
create index items_by_seller on items (seller_id, id);
create index items_approved on items (id) where is_approved;
create index items_by_image on items (image_url);

create table item_genres (
  item_id bigint not null references items on delete cascade,
  genre_id bigint not null references genres on delete cascade,
  primary key (item_id, genre_id)
);
create index item_genres_by_genre on item_genres (genre_id);

-- Others see approved items only, and the count follows what can be seen.
create function count_item() returns trigger language plpgsql as $$
begin
  update members set items_count = items_count + coalesce(new.is_approved, false)::integer - coalesce(old.is_approved, false)::integer
    where id = coalesce(new.seller_id, old.seller_id);
  return null;
end $$;
create trigger items_counted after insert or delete or update of is_approved on items
  for each row execute function count_item();

create or replace view media_in_use as
  select profile_image as url from members where profile_image is not null
  union all
  select header_image from members where header_image is not null
  union all
  select url from post_media
  union all
  select image_url from items where image_url is not null
  union all
  select url from report_media join reports on reports.id = report_id where addressed_at is null;
