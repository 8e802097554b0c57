-- Whether a word of the text has the letters of the typed one in another order: `hasua` is `hausa`. Of a short word that leaves
-- so few common trigrams that `has_misspelt` is not asked. Sorts the letters of words of the same length alone, since anybody may
-- search the groups. Both are folded.
create or replace function has_swapped_letters(typed text, value text) returns boolean immutable parallel safe language sql
  return length(typed) > 3 and exists (
    select from regexp_split_to_table(value, '[^[:alnum:]]+') as own (word)
    where case when length(own.word) = length(typed) then letters_of(own.word) = letters_of(typed) end);
