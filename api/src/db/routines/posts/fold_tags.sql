-- Tags as they are written, folded; of several that fold to the same the first stays.
create or replace function fold_tags(written text[]) returns text[] language sql immutable strict parallel safe
  return array(
    select tag from (
      select public.fold(word) as tag, min(place) as place from unnest(written) with ordinality as words (word, place) group by 1
    ) folded order by place
  );
