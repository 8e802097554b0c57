-- How well a name answers what was typed, from 0 (it is the name) to 5 (one word is the same); null if it does not. Both are
-- folded.
create or replace function name_rank(typed text, name text) returns integer immutable parallel safe language sql
  return case
    when name = typed then 0
    when starts_with(name, typed) then 1
    when strpos(' ' || name, ' ' || typed) > 0 then 2
    when strpos(name, typed) > 0 then 3
    when has_misspelt(typed, name) or has_swapped_letters(typed, name) then 4
    when words_in(typed) && words_in(name) then 5
  end;
