create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- Letters without accents, tone marks, dots and case, so that `Yoruba` finds `Yorùbá` and `Dan` finds `Ɗan`.
-- unaccent is only STABLE, because its dictionary could be edited; ours never is, and an index needs IMMUTABLE.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(
    public.unaccent('public.unaccent', regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
  );

-- What was typed, folded, for LIKE. Escaped after folding: a fullwidth percent sign folds to a plain one.
create function fold_like(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(public.fold(value), '([\\%_])', '\\\1', 'g');

create function fold_all(words text[]) returns text
  language sql immutable strict parallel safe
  return public.fold(array_to_string(words, ' '));

create table states (
  code text primary key,
  name text not null,
  capital text not null,
  zone text not null
);

create table lgas (
  code text primary key,
  state_code text not null references states,
  name text not null,
  -- Older names and other spellings: for search only.
  aliases text[] not null default '{}'
);
create index lgas_by_state on lgas (state_code);

create table groups (
  id bigint generated always as identity primary key,
  slug text unique,
  name text not null,
  description text not null default '',
  image text,
  header text,
  language text,
  greeting text,
  state_codes text[] not null default '{}',
  other_names text[] not null default '{}',
  -- What others call a people: finds the group, never shown.
  exonyms text[] not null default '{}',
  members_count integer not null default 0 check (members_count >= 0),
  search_text text generated always as (fold_all(array[name] || other_names || exonyms)) stored,
  sort_name text generated always as (fold(name)) stored,
  created_at timestamptz not null
);
create unique index groups_name on groups (lower(name));
create index groups_by_name on groups (sort_name, id);

create table sections (
  group_id bigint not null references groups on delete cascade,
  name text not null check (name in ('About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals')),
  detail text not null default '',
  description text not null default '',
  updated_at timestamptz not null,
  primary key (group_id, name)
);
