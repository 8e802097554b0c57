-- replaces up to 0066_checked_targets.sql
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists fuzzystrmatch with schema public;

-- The functions of this file are in stored columns, whose values would be wrong after a change of a function. So these four are
-- not among the routines.

-- Letters without accents, tone marks, dots and case, so that `Yoruba` finds `Yorùbá` and `Dan` finds `Ɗan`.
-- unaccent is only STABLE, because its dictionary could be edited; ours never is, and an index needs IMMUTABLE.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(
    public.unaccent('public.unaccent', regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
  );

create function fold_all(words text[]) returns text
  language sql immutable strict parallel safe
  return public.fold(array_to_string(words, ' '));

-- The letters of a word, sorted, so that swapped letters are found.
create function letters_of(word text) returns text
  language sql immutable strict parallel safe
  return (
    select string_agg(letter, '' order by letter collate "C") from unnest(string_to_array(word, null)) as each (letter)
  );

create function words_in(value text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(left(word, 40) order by nth), '{}')
    from regexp_split_to_table(public.fold(value), '[^[:alnum:]]+') with ordinality as split (word, nth)
    where word <> ''
  );

create table states (
  code text primary key,
  name text not null,
  capital text not null,
  zone text not null
);
comment on table states is
  'The 36 states of Nigeria and the Federal Capital Territory.';

create table lgas (
  code text primary key,
  state_code text not null references states,
  name text not null,
  -- Older names and other spellings: for search only.
  aliases text[] not null default '{}',
  -- Lets an address refer to both, so that the local government lies in the state.
  unique (code, state_code)
);
comment on table lgas is
  'The 774 local government areas, each in one state.';
create index lgas_by_state on lgas (state_code);

-- Counts per day in Lagos, so that analytics cost the same whether a member has ten likes or ten million
-- (docs/decisions/0019).
create type metric as enum (
  'user.followers', 'user.follows', 'user.posts', 'user.group-posts', 'user.given-likes', 'user.received-likes',
  'user.given-comments', 'user.received-comments', 'user.logins',
  'groups.membership', 'groups.posts', 'groups.comments', 'groups.likes',
  'system.signups', 'system.logins', 'system.posts', 'system.group-memberships', 'system.bans', 'system.suspensions'
);

create table day_counts (
  metric metric not null,
  -- A member, a group, or 0 for the whole system. No foreign key: triggers count down when the counted rows are deleted.
  subject_id bigint not null,
  day date not null,
  value integer not null check (value <> 0),
  -- Includes the value, so that five years of days are read from the index alone.
  primary key (metric, subject_id, day) include (value)
);
comment on table day_counts is
  'How often something happened on a day of Lagos, for a member, a group or the whole system.';

create table day_changes (
  metric metric not null,
  subject_id bigint not null,
  day date not null,
  step integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table day_changes is
  'Changes that are not in day_counts yet. Every write only inserts here, so that nobody waits for a counter, however many count the same thing. A job adds them to day_counts every minute; readers sum both tables. Emptied all the time: vacuum must run early.';
create index day_changes_by_subject on day_changes (metric, subject_id, day);
