-- What was typed, folded, for LIKE. Escaped after folding: a fullwidth percent sign folds to a plain one.
create or replace function fold_like(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(public.fold(value), '([\\%_])', '\\\1', 'g');
