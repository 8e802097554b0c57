-- Money that had come back is on its way again before it counts as paid. The provider takes its fee once.
create or replace function post_payout() returns trigger language plpgsql as $$
declare
  amount bigint := new.amount_kobo;
  fee bigint;
begin
  if tg_op = 'INSERT' or new.state = 'PAID' and old.state = any('{FAILED,REVERSED}') then
    insert into ledger (kind, seller_account_id, payout_id, reference, available_kobo, on_the_way_kobo, created_at)
      values ('PAYOUT', new.seller_account_id, new.id, new.reference, -amount, amount, new.changed_at);
  end if;
  if tg_op = 'INSERT' then
    return null;
  elsif new.state = 'PAID' then
    fee := new.fee_kobo + (select coalesce(sum(fees_kobo), 0) from ledger where payout_id = new.id);
    insert into ledger (kind, seller_account_id, payout_id, reference, on_the_way_kobo, provider_kobo, fees_kobo, created_at)
      values ('PAYOUT_PAID', new.seller_account_id, new.id, new.reference, -amount, amount + fee, -fee, new.changed_at);
  elsif old.state = 'PAID' then
    insert into ledger (kind, seller_account_id, payout_id, reference, provider_kobo, available_kobo, created_at)
      values ('PAYOUT_RETURNED', new.seller_account_id, new.id, new.reference, -amount, amount, new.changed_at);
  elsif new.state in ('FAILED', 'REVERSED') then
    insert into ledger (kind, seller_account_id, payout_id, reference, on_the_way_kobo, available_kobo, created_at)
      values ('PAYOUT_RETURNED', new.seller_account_id, new.id, new.reference, -amount, amount, new.changed_at);
  end if;
  return null;
end $$;
create or replace trigger payouts_post after insert on payouts for each row execute function post_payout();
create or replace trigger payouts_post_moved after update of state on payouts for each row
  when (old.state <> new.state) execute function post_payout();
