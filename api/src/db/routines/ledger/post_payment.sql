-- A payment in another currency is decided by an admin, and is no Naira that we have. One that is corrected later corrects what is
-- written off.
create or replace function post_payment() returns trigger language plpgsql as $$
declare
  before bigint := case when tg_op = 'UPDATE' and old.currency = 'NGN' then coalesce(old.paid_kobo, 0) else 0 end;
  before_fee bigint := case when tg_op = 'UPDATE' and old.currency = 'NGN' then old.fee_kobo else 0 end;
  paid bigint := case when new.currency = 'NGN' then coalesce(new.paid_kobo, 0) else 0 end - before;
  fee bigint := case when new.currency = 'NGN' then new.fee_kobo else 0 end - before_fee;
begin
  if paid <> 0 or fee <> 0 then
    insert into ledger (kind, order_id, reference, provider_kobo, fees_kobo, clearing_kobo, created_at)
      values ('PAYMENT', new.order_id, new.reference, fee - paid, -fee, paid, coalesce(new.settled_at, new.created_at));
  end if;
  if tg_op = 'UPDATE' and old.state = 'PAID' and paid <> 0 then
    perform post_write_off(new.order_id, coalesce(new.settled_at, new.created_at));
  end if;
  if tg_op = 'UPDATE' and old.reversed_at is null and new.reversed_at is not null then
    perform post_chargeback(new);
  end if;
  return null;
end $$;
create or replace trigger payment_attempts_post
  after insert or update of paid_kobo, currency, fee_kobo, reversed_at on payment_attempts
  for each row execute function post_payment();
