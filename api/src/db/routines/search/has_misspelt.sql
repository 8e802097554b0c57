-- Whether every typed word is in the text, or about like one of its words. Both are folded.
create or replace function has_misspelt(typed text, value text) returns boolean immutable parallel safe language sql
  return not exists (
    select from regexp_split_to_table(typed, '\s+') as each (word)
    where strpos(value, each.word) = 0 and not exists (
      select from regexp_split_to_table(value, '[^[:alnum:]]+') as own (word) where public.is_misspelt(each.word, own.word)));
