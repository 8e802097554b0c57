-- Nothing here changes once it is released: a later change is a new file (docs/decisions/0020).

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

-- Triggers that count see all rows of a statement at once (`changed`), so that a ban that ends ten thousand follows
-- rewrites a member once and not ten thousand times. Rows are locked by id, so that two statements never wait in a ring.
create function step_of(operation text) returns integer
  language sql immutable parallel safe
  return case operation when 'INSERT' then 1 else -1 end;

create function lagos_day(moment timestamptz) returns date
  language sql immutable parallel safe
  return (moment at time zone 'Africa/Lagos')::date;

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
  aliases text[] not null default '{}',
  -- Lets an address refer to both, so that the local government lies in the state.
  unique (code, state_code)
);
create index lgas_by_state on lgas (state_code);
