-- replaces up to 0066_checked_targets.sql
create table reviews (
  id bigint generated always as identity primary key,
  item_id bigint not null references items on delete cascade,
  seller_id bigint not null references members on delete cascade,
  author_id bigint not null references members on delete cascade,
  order_line_id bigint not null unique references order_lines on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  body text not null check (length(body) between 1 and 2000),
  helpful_count integer not null default 0 check (helpful_count >= 0),
  reply text check (length(reply) between 1 and 2000),
  replied_at timestamptz,
  -- The author is banned. Set by a trigger.
  is_hidden boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz,
  check ((reply is null) = (replied_at is null))
);
comment on table reviews is
  'Reviews of completed order lines by their buyers.';
-- With hidden ones too where an erased item or seller takes its reviews with it.
create index reviews_of_item on reviews (item_id, id desc);
create index reviews_of_item_by_helpful on reviews (item_id, helpful_count desc, id desc) where not is_hidden;
create index reviews_of_seller on reviews (seller_id, id desc);
create index reviews_of_seller_by_helpful on reviews (seller_id, helpful_count desc, id desc) where not is_hidden;
create index reviews_by_author on reviews (author_id, id desc);

create table review_images (
  review_id bigint not null references reviews on delete cascade,
  position smallint not null check (position between 1 and 4),
  url text not null,
  primary key (review_id, position)
);
comment on table review_images is
  'The pictures of a review.';
create index review_images_by_url on review_images (url);

create table helpful_votes (
  review_id bigint not null references reviews on delete cascade,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (review_id, member_id)
);
comment on table helpful_votes is
  'Who found which review helpful.';
create index helpful_votes_by_member on helpful_votes (member_id);

create table item_ratings (
  item_id bigint primary key references items on delete cascade,
  spread integer[] not null default '{0,0,0,0,0}' check (cardinality(spread) = 5 and 0 <= all(spread)),
  count integer not null generated always as (spread[1] + spread[2] + spread[3] + spread[4] + spread[5]) stored,
  -- With one decimal, as it is shown. Null without reviews.
  average numeric(2, 1) generated always as (
    (spread[1] + 2 * spread[2] + 3 * spread[3] + 4 * spread[4] + 5 * spread[5])::numeric
    / nullif(spread[1] + spread[2] + spread[3] + spread[4] + spread[5], 0)) stored
);
comment on table item_ratings is
  'The ratings of each item, added up. How often 1 to 5 stars were given. Not columns of items and members: reviews would lock those rows, which sales need.';

create table seller_ratings (
  seller_id bigint primary key references members on delete cascade,
  spread integer[] not null default '{0,0,0,0,0}' check (cardinality(spread) = 5 and 0 <= all(spread)),
  count integer not null generated always as (spread[1] + spread[2] + spread[3] + spread[4] + spread[5]) stored,
  average numeric(2, 1) generated always as (
    (spread[1] + 2 * spread[2] + 3 * spread[3] + 4 * spread[4] + 5 * spread[5])::numeric
    / nullif(spread[1] + spread[2] + spread[3] + spread[4] + spread[5], 0)) stored
);
comment on table seller_ratings is
  'The ratings of each seller, added up.';

-- What a change of one review adds to the counters. Hidden reviews are not counted.
create type rating_step as (item_id bigint, seller_id bigint, rating smallint, step integer);
