-- Which post has which words, newest last within a word, so that the newest posts with a common word are read without the
-- others (docs/decisions/0024). No foreign key: its cascade would need a second index as large as this one. The triggers
-- below delete the rows.
create table post_words (
  word text collate "C" not null,
  post_id bigint not null,
  primary key (word, post_id)
);

-- Every word used by a post: finds how a word goes on, and words like one that no post has.
create table post_vocabulary (
  word text collate "C" primary key
);
create index post_vocabulary_by_likeness on post_vocabulary using gin (word gin_trgm_ops);

-- Every tag used by a post.
create table tags (
  tag text collate "C" primary key
);
create index tags_by_likeness on tags using gin (tag gin_trgm_ops);

create function words_of_post(caption text, location text) returns text[]
  language sql immutable parallel safe
  return (
    select coalesce(array_agg(distinct word collate "C"), '{}')
    from unnest(public.words_in(caption || ' ' || coalesce(location, ''))) as said (word)
  );

-- In one order for all, so that two posts with the same new words cannot deadlock.
create function add_post_words(added_id bigint, said text[]) returns void language plpgsql as $$
begin
  insert into post_words (word, post_id) select word, added_id from unnest(said) as each (word) on conflict do nothing;
  insert into post_vocabulary select word from unnest(said) as each (word) order by word collate "C"
    on conflict do nothing;
end $$;

create function update_post_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from post_words where word = any(words_of_post(old.caption, old.location)) and post_id = old.id;
  end if;
  perform add_post_words(new.id, words_of_post(new.caption, new.location));
  return null;
end $$;
create trigger posts_words_updated after insert or update of caption, location on posts
  for each row execute function update_post_words();

-- Words that no other post has go at once, since the name of an erased member may be among them.
create function drop_post_words() returns trigger language plpgsql as $$
declare
  said text[];
begin
  delete from post_words using removed
    where word = any(words_of_post(removed.caption, removed.location)) and post_id = removed.id;
  said := array(
    select distinct word from removed, unnest(words_of_post(removed.caption, removed.location)) as each (word));
  perform 1 from post_vocabulary where word = any(said) order by word for update;
  delete from post_vocabulary
    where word = any(said) and not exists (select from post_words where post_words.word = post_vocabulary.word);
  return null;
end $$;
create trigger posts_words_dropped after delete on posts referencing old table as removed
  for each statement execute function drop_post_words();

create function add_tags() returns trigger language plpgsql as $$
begin
  insert into tags select distinct tag collate "C" from added order by 1 on conflict do nothing;
  return null;
end $$;
create trigger post_tags_listed after insert on post_tags referencing new table as added
  for each statement execute function add_tags();

create function drop_tags() returns trigger language plpgsql as $$
begin
  perform 1 from tags where tag in (select tag from removed) order by tag for update;
  delete from tags where tag in (select tag from removed)
    and not exists (select from post_tags where post_tags.tag = tags.tag);
  return null;
end $$;
create trigger post_tags_unlisted after delete on post_tags referencing old table as removed
  for each statement execute function drop_tags();

insert into tags select distinct tag from post_tags;

-- Posts up to this one were written before this file was applied, and wait for their words. A job adds them in batches from
-- the newest on, since posts are many and this transaction keeps writers waiting. 0 when all are done.
create table post_words_fill (
  up_to_id bigint not null
);
insert into post_words_fill select coalesce(max(id), 0) from posts;

-- Names spelt about like the typed ones. Loads pg_trgm first, which knows the setting.
select similarity('', '');
create function members_spelt_like(typed text) returns table (id bigint, likeness real)
  language sql stable strict set pg_trgm.word_similarity_threshold = 0.45 as $$
  select id, word_similarity(typed, search_text) from members where search_text %> typed order by 2 desc, 1 limit 500;
$$;
