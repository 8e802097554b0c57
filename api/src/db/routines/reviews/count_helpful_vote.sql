create or replace function count_helpful_vote() returns trigger language plpgsql as $$
begin
  update reviews set helpful_count = helpful_count + case tg_op when 'INSERT' then 1 else -1 end
    where id = coalesce(new.review_id, old.review_id);
  return null;
end $$;
create or replace trigger helpful_votes_counted after insert or delete on helpful_votes
  for each row execute function count_helpful_vote();
