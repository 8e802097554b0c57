-- Triggers that count see all rows of a statement at once (`changed`), so that a ban that ends ten thousand follows rewrites a
-- member once and not ten thousand times. Rows are locked by id, so that two statements never wait in a ring.
create or replace function step_of(operation text) returns integer
  language sql immutable parallel safe
  return case operation when 'INSERT' then 1 else -1 end;
