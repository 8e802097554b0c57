create or replace function words_of_post(caption text, location text) returns text[]
  language sql immutable parallel safe
  return (
    select coalesce(array_agg(distinct word collate "C"), '{}')
    from unnest(public.words_in(caption || ' ' || coalesce(location, ''))) as said (word)
  );
