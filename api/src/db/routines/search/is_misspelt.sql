-- Whether a word, or its beginning, may be what somebody meant to type: one letter off in a word of four or five, two in a longer
-- one. Common trigrams alone say little of short words: of those in `yam`, `yakurr` has half. Both are folded.
create or replace function is_misspelt(typed text, word text) returns boolean immutable parallel safe language sql
  return length(typed) between 4 and 60 and length(word) >= length(typed) - 2
    and least(
      public.levenshtein_less_equal(typed, left(word, 62), 2),
      public.levenshtein_less_equal(typed, left(word, length(typed)), 2)
    ) <= case when length(typed) < 6 then 1 else 2 end;
