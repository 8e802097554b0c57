-- What the pages say that posts link to, once for each address. The picture is a copy in the media store.
create table link_cards (
  id bigint generated always as identity primary key,
  url text not null unique check (length(url) <= 2000),
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  title text,
  description text,
  site text,
  image_url text,
  fetched_at timestamptz,
  constraint link_cards_ready check ((state = 'ready') = (title is not null and site is not null)),
  constraint link_cards_fetched check ((state = 'pending') = (fetched_at is null))
);
create index link_cards_by_image on link_cards (image_url) where image_url is not null;

alter table posts add column link_card_id bigint references link_cards;
create index posts_by_link_card on posts (link_card_id) where link_card_id is not null;

-- An address is deleted with the last post that has it, however that goes. The card is locked first and the posts are looked up
-- in a second statement: a new post with the same address is visible by then, or makes a new card.
create function drop_unused_link_card() returns trigger language plpgsql as $$
begin
  perform 1 from link_cards where id = old.link_card_id for update;
  delete from link_cards where id = old.link_card_id and not exists (select from posts where link_card_id = old.link_card_id);
  return null;
end $$;
create trigger posts_link_card_changed after update of link_card_id on posts for each row
  when (old.link_card_id is distinct from new.link_card_id) execute function drop_unused_link_card();
create trigger posts_link_card_unused after delete on posts for each row
  when (old.link_card_id is not null) execute function drop_unused_link_card();

-- Added to whatever the view contains by now, so that two migrations that add to it do not undo each other.
do $$ begin
  execute format('create or replace view media_in_use as %s union all select image_url from link_cards where image_url is not null',
    rtrim(pg_get_viewdef('media_in_use'), ';'));
end $$;
