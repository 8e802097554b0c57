-- As in 0045, but sorts the letters of words of the same length alone, since anybody may search the groups.
create or replace function has_swapped_letters(typed text, value text) returns boolean immutable parallel safe language sql
  return length(typed) > 3 and exists (
    select from regexp_split_to_table(value, '[^[:alnum:]]+') as own (word)
    where case when length(own.word) = length(typed) then letters_of(own.word) = letters_of(typed) end);

-- How well a name answers what was typed, from 0 (it is the name) to 5 (one word is the same); null if it does not. Both are
-- folded.
create function name_rank(typed text, name text) returns integer immutable parallel safe language sql
  return case
    when name = typed then 0
    when starts_with(name, typed) then 1
    when strpos(' ' || name, ' ' || typed) > 0 then 2
    when strpos(name, typed) > 0 then 3
    when has_misspelt(typed, name) or has_swapped_letters(typed, name) then 4
    when words_in(typed) && words_in(name) then 5
  end;

-- What a member typed at sign-up whose people are not listed. Shown to staff alone, and deleted when they have moved the member
-- to a group.
create table proposed_groups (
  id bigint generated always as identity primary key,
  member_id bigint not null unique references members on delete cascade,
  name text not null check (length(name) between 1 and 80),
  folded text generated always as (fold(name)) stored,
  created_at timestamptz not null
);
create index proposed_groups_by_name on proposed_groups (folded, id);

comment on table proposed_groups is
  'The people that a member named at sign-up because no group of it existed yet. Deleted when staff move the member to a group.';
