-- Whose list of notifications looks different: that of the receiver, also where the row shows others already, or was read. The
-- actor does not matter any more; the functions that call it, and nodes of the version before, still name one.
create or replace function member_to_wake(of_notification bigint, actor bigint) returns bigint
  volatile strict language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return (select member_id from notifications where id = of_notification);
end $$;

-- As in 0042, and the author is always returned where the like is part of a notification.
create or replace function set_like(
  liked_id bigint, liker_id bigint, wanted boolean, at timestamptz,
  out is_liked boolean, out likes integer, out woken_id bigint
) language plpgsql as $$
declare
  was_liked constant boolean := exists (select from likes where post_id = liked_id and member_id = liker_id);
begin
  is_liked := coalesce(wanted, not was_liked);
  if is_liked and not was_liked then
    insert into likes (post_id, member_id, created_at) values (liked_id, liker_id, at)
      returning case when notification_id is not null then post_author_id end into woken_id;
  elsif was_liked and not is_liked then
    delete from likes where post_id = liked_id and member_id = liker_id
      returning case when notification_id is not null then post_author_id end into woken_id;
  end if;
  select likes_count into likes from posts where id = liked_id;
end $$;

create extension if not exists fuzzystrmatch with schema public;

-- Whether a word, or its beginning, may be what somebody meant to type: one letter off in a word of four or five, two in a longer
-- one. Common trigrams alone say little of short words: of those in `yam`, `yakurr` has half. Both are folded.
create function is_misspelt(typed text, word text) returns boolean immutable parallel safe language sql
  return length(typed) between 4 and 60 and length(word) >= length(typed) - 2
    and least(
      public.levenshtein_less_equal(typed, left(word, 62), 2),
      public.levenshtein_less_equal(typed, left(word, length(typed)), 2)
    ) <= case when length(typed) < 6 then 1 else 2 end;

-- Whether every typed word is in the text, or about like one of its words. Both are folded.
create function has_misspelt(typed text, value text) returns boolean immutable parallel safe language sql
  return not exists (
    select from regexp_split_to_table(typed, '\s+') as each (word)
    where strpos(value, each.word) = 0 and not exists (
      select from regexp_split_to_table(value, '[^[:alnum:]]+') as own (word) where public.is_misspelt(each.word, own.word)));

-- As in 0020, without names that only share some letters with what was typed. Loads pg_trgm first, which knows the setting.
select similarity('', '');
create or replace function members_spelt_like(typed text) returns table (id bigint, likeness real)
  language sql stable strict set pg_trgm.word_similarity_threshold = 0.45 as $$
  select id, likeness from (
    select id, search_text, word_similarity(typed, search_text) as likeness
    from members where search_text %> typed order by 3 desc, 1 limit 200
  ) near where has_misspelt(typed, search_text) order by 2 desc, 1;
$$;

-- As in 0009, without words that only share some letters with the typed one. Letters in a wrong order are one typing error,
-- though two letters are off: `drmu` finds `drum` and `drums`.
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
