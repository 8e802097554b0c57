-- Of an erased member no text stays. The reason of a decision may describe either side.
create or replace function forget_dispute_member() returns trigger language plpgsql as $$
begin
  new.decision_reason := null;
  return new;
end $$;
create or replace trigger disputes_forget_member before update of buyer_id, seller_id, decided_by on disputes for each row
  when ((old.buyer_id is not null and new.buyer_id is null) or (old.seller_id is not null and new.seller_id is null)
    or (old.decided_by is not null and new.decided_by is null))
  execute function forget_dispute_member();
