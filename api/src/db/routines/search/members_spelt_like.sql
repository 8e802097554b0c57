-- Loads pg_trgm, which knows the setting of the function.
select similarity('', '');

-- Names spelt about like the typed ones, without those that only share some letters with what was typed.
create or replace function members_spelt_like(typed text) returns table (id bigint, likeness real)
  language sql stable strict set pg_trgm.word_similarity_threshold = 0.45 as $$
  select id, likeness from (
    select id, search_text, word_similarity(typed, search_text) as likeness
    from members where search_text %> typed order by 3 desc, 1 limit 200
  ) near where has_misspelt(typed, search_text) order by 2 desc, 1;
$$;
