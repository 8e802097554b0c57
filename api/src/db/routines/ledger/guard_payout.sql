-- Money that has gone back is paid again under a new reference, and what has arrived can only come back. A transfer that failed or
-- was sent back may have arrived after all: then it counts as paid. Of an erased seller the bank account is forgotten.
create or replace function guard_payout() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and not (
    old.state = 'PENDING' or old.state = 'SENT' and new.state <> 'PENDING' or old.state = 'PAID' and new.state = 'REVERSED'
    or old.state = any('{FAILED,REVERSED}') and new.state = 'PAID') then
    raise exception 'A payout cannot move from % to %.', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if old.member_id is not null and new.member_id is null then
    new.bank_name := null;
    new.last4 := null;
  end if;
  return new;
end $$;
create or replace trigger payouts_guarded before update of state, member_id on payouts
  for each row execute function guard_payout();
