-- Words spelt like the typed one, or containing it; not those that only share some letters with it. A wrong letter in a short
-- word leaves too few trigrams for the index: words with the same first letter and about the same length are compared one by
-- one. Letters in a wrong order are one typing error, though two letters are off: `drmu` finds `drum` and `drums`.
create or replace function words_near(typed text) returns table (word text, likeness real)
  language sql stable strict as $$
  select word, max(likeness) from (
    select word, similarity(word, typed) as likeness from words
      where word % (typed collate "C") and is_misspelt(typed, word)
    union all
    select word, 0.9 from words where letters = letters_of(typed) collate "C" and length(typed) > 2
    union all
    select word, 0.5 from words where length(typed) > 2 and word like ('%' || typed || '%') collate "C"
    union all
    select word, similarity(word, typed) from words
      where length(typed) between 4 and 5
        and word >= left(typed, 1) collate "C" and word < (left(typed, 1) || chr(1114111)) collate "C"
        and length(word) between length(typed) - 1 and length(typed) + 1
        and (is_misspelt(typed, word) or letters_of(left(word, length(typed))) = letters_of(typed) collate "C")
  ) alike group by word order by 2 desc, 1 limit 5;
$$;
