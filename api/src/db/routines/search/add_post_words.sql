-- In one order for all, so that two posts with the same new words cannot deadlock.
create or replace function add_post_words(added_id bigint, said text[]) returns void language plpgsql as $$
begin
  insert into post_words (word, post_id) select word, added_id from unnest(said) as each (word) on conflict do nothing;
  insert into post_vocabulary select word from unnest(said) as each (word) order by word collate "C"
    on conflict do nothing;
end $$;
