-- Whether a word of the text has the letters of the typed one in another order: `hasua` is `hausa`. Of a short word that leaves
-- so few common trigrams that `has_misspelt` is not asked. Both are folded.
create function has_swapped_letters(typed text, value text) returns boolean immutable parallel safe language sql
  return length(typed) > 3 and exists (
    select from regexp_split_to_table(value, '[^[:alnum:]]+') as own (word)
    where public.letters_of(own.word) = public.letters_of(typed));
