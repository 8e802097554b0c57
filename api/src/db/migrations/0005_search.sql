-- replaces up to 0066_checked_targets.sql
create table post_words (
  word text collate "C" not null,
  post_id bigint not null,
  primary key (word, post_id)
);
comment on table post_words is
  'Which post has which words, newest last within a word, so that the newest posts with a common word are read without the others (docs/decisions/0024). No foreign key: its cascade would need a second index as large as this one. Triggers delete the rows.';

create table post_vocabulary (
  word text collate "C" primary key
);
comment on table post_vocabulary is
  'Every word used by a post: finds words that begin like it, and similar ones that no post has.';
create index post_vocabulary_by_likeness on post_vocabulary using gin (word gin_trgm_ops);

create table tags (
  tag text collate "C" primary key
);
comment on table tags is
  'Every tag used by a post.';
create index tags_by_likeness on tags using gin (tag gin_trgm_ops);

create table post_words_fill (
  up_to_id bigint not null
);
comment on table post_words_fill is
  'Up to which post the words of posts are still missing, because the posts are older than the search. A job adds them in batches; 0 when all are done.';
insert into post_words_fill values (0);

create table words (
  word text collate "C" primary key,
  -- The letters sorted, so that swapped letters are found.
  letters text collate "C" generated always as (letters_of(word)) stored
);
comment on table words is
  'Every word of the search of items, for finding it when it is misspelt.';
create index words_by_likeness on words using gin (word gin_trgm_ops);
create index words_by_letters on words (letters);
