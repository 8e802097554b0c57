create or replace function words_of_item(name text, description text) returns table (word text, place smallint)
  language sql immutable strict as $$
  select word, min(place)::smallint from (
    select word, case when cardinality(words_in(name)) = 1 then 0 when nth = 1 then 1 else 2 end as place
      from unnest(words_in(name)) with ordinality as named (word, nth)
    union all
    select word, 3 from unnest(words_in(description)) as told (word)
  ) standing group by word;
$$;
