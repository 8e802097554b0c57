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
create index review_images_by_url on review_images (url);

do $$ begin
  execute format('create or replace view media_in_use as %s union all select url from review_images',
    rtrim(pg_get_viewdef('media_in_use'), ';'));
end $$;

create table helpful_votes (
  review_id bigint not null references reviews on delete cascade,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (review_id, member_id)
);
create index helpful_votes_by_member on helpful_votes (member_id);

-- The lines were reviewed once, even if the review is gone by now: a review that was taken down cannot be written again.
alter table order_lines add column reviewed_at timestamptz;

-- When the buyer was asked for a review.
alter table orders add column review_asked_at timestamptz;
create index orders_to_ask_for_review on orders (moved_at) where status = 'COMPLETED' and review_asked_at is null;

-- How often 1 to 5 stars were given. Not columns of items and members: reviews would lock those rows, which sales need.
create table item_ratings (
  item_id bigint primary key references items on delete cascade,
  spread integer[] not null default '{0,0,0,0,0}' check (cardinality(spread) = 5 and 0 <= all(spread)),
  count integer not null generated always as (spread[1] + spread[2] + spread[3] + spread[4] + spread[5]) stored,
  -- With one decimal, as it is shown. Null without reviews.
  average numeric(2, 1) generated always as (
    (spread[1] + 2 * spread[2] + 3 * spread[3] + 4 * spread[4] + 5 * spread[5])::numeric
      / nullif(spread[1] + spread[2] + spread[3] + spread[4] + spread[5], 0)) stored
);
create table seller_ratings (
  seller_id bigint primary key references members on delete cascade,
  spread integer[] not null default '{0,0,0,0,0}' check (cardinality(spread) = 5 and 0 <= all(spread)),
  count integer not null generated always as (spread[1] + spread[2] + spread[3] + spread[4] + spread[5]) stored,
  average numeric(2, 1) generated always as (
    (spread[1] + 2 * spread[2] + 3 * spread[3] + 4 * spread[4] + 5 * spread[5])::numeric
      / nullif(spread[1] + spread[2] + spread[3] + spread[4] + spread[5], 0)) stored
);

-- What a change of one review adds to the counters. Hidden reviews are not counted.
create type rating_step as (item_id bigint, seller_id bigint, rating smallint, step integer);

-- All items are locked before all sellers, and each by id, so that two writers cannot deadlock. No rows are made for reviews
-- that were deleted: their item or seller may be gone.
create function move_ratings(steps rating_step[]) returns void language plpgsql as $$
declare
  moved record;
begin
  insert into item_ratings (item_id) select distinct item_id from unnest(steps) where step > 0 order by 1
    on conflict do nothing;
  for moved in
    select item_id, rating, sum(step) as n from unnest(steps) group by 1, 2 having sum(step) <> 0 order by 1, 2
  loop
    update item_ratings set spread[moved.rating] = spread[moved.rating] + moved.n where item_id = moved.item_id;
  end loop;
  insert into seller_ratings (seller_id) select distinct seller_id from unnest(steps) where step > 0 order by 1
    on conflict do nothing;
  for moved in
    select seller_id, rating, sum(step) as n from unnest(steps) group by 1, 2 having sum(step) <> 0 order by 1, 2
  loop
    update seller_ratings set spread[moved.rating] = spread[moved.rating] + moved.n where seller_id = moved.seller_id;
  end loop;
end $$;

create function count_reviews_in() returns trigger language plpgsql as $$
begin
  perform move_ratings(array(
    select (item_id, seller_id, rating, 1)::rating_step from added where not is_hidden));
  return null;
end $$;
create function count_reviews_out() returns trigger language plpgsql as $$
begin
  perform move_ratings(array(
    select (item_id, seller_id, rating, -1)::rating_step from removed where not is_hidden));
  return null;
end $$;
create function count_reviews_moved() returns trigger language plpgsql as $$
begin
  perform move_ratings(array(
    select (item_id, seller_id, rating, -1)::rating_step from removed where not is_hidden
    union all
    select (item_id, seller_id, rating, 1)::rating_step from added where not is_hidden));
  return null;
end $$;
create trigger reviews_counted_in after insert on reviews
  referencing new table as added for each statement execute function count_reviews_in();
create trigger reviews_counted_out after delete on reviews
  referencing old table as removed for each statement execute function count_reviews_out();
create trigger reviews_counted_anew after update on reviews
  referencing old table as removed new table as added for each statement execute function count_reviews_moved();

create function count_helpful_vote() returns trigger language plpgsql as $$
begin
  update reviews set helpful_count = helpful_count + case tg_op when 'INSERT' then 1 else -1 end
    where id = coalesce(new.review_id, old.review_id);
  return null;
end $$;
create trigger helpful_votes_counted after insert or delete on helpful_votes
  for each row execute function count_helpful_vote();

-- A banned member's reviews are hidden, and the votes and what reviews have notified others of are gone, as with comments.
create function hide_reviews() returns trigger language plpgsql as $$
begin
  perform 1 from reviews
    where author_id = new.id or id in (select review_id from helpful_votes where member_id = new.id)
    order by id for no key update;
  update reviews set is_hidden = new.banned_at is not null where author_id = new.id;
  if new.banned_at is not null then
    delete from helpful_votes where member_id = new.id;
    delete from notifications where actor_id = new.id and kind = 'REVIEW';
  end if;
  return null;
end $$;
create trigger members_reviews_hidden after update of banned_at on members for each row
  when ((old.banned_at is null) <> (new.banned_at is null)) execute function hide_reviews();

alter table reports drop constraint reports_target_type_check,
  add constraint reports_target_type_check
    check (target_type in ('post', 'comment', 'user', 'chat', 'item', 'review'));
