-- A refund that was still open when the bank took the payment back moves no money: the payment went back once, and post_chargeback
-- has posted all of it. The lock makes a refund that is processed at that moment wait for the chargeback. The provider still has
-- the money of a refund that was paid outside of it, unless it has paid it too.
create or replace function post_refund() returns trigger language plpgsql as $$
declare
  payment payment_attempts;
  outside bigint := case when new.settled_outside_at is null then 0 else new.amount_kobo end;
  is_processed boolean := new.state = 'PROCESSED' and old.state is distinct from 'PROCESSED';
  is_paid_twice boolean := tg_op = 'UPDATE' and old.paid_twice_at is null and new.paid_twice_at is not null;
begin
  if tg_op = 'UPDATE' and not is_processed and not is_paid_twice then
    return null;
  end if;
  select * into payment from payment_attempts where reference = new.reference for share;
  if payment.currency is distinct from 'NGN' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into ledger (kind, order_id, order_line_id, reference, clearing_kobo, refunds_kobo, created_at)
      values ('REFUND', new.order_id, new.order_line_id, new.reference, -new.amount_kobo, new.amount_kobo, new.created_at);
  end if;
  if is_processed and payment.reversed_at is null then
    insert into ledger (kind, order_id, order_line_id, reference, refunds_kobo, provider_kobo, platform_kobo, created_at)
      values (case when outside = 0 then 'REFUND_PAID' else 'REFUND_SETTLED' end, new.order_id, new.order_line_id, new.reference,
        -new.amount_kobo, new.amount_kobo - outside, outside, new.changed_at);
  end if;
  if is_paid_twice and payment.reversed_at is null then
    insert into ledger (kind, order_id, order_line_id, reference, provider_kobo, platform_kobo, created_at)
      values ('REFUND_PAID', new.order_id, new.order_line_id, new.reference, new.amount_kobo, -new.amount_kobo,
        new.paid_twice_at);
  end if;
  return null;
end $$;
create or replace trigger refunds_post after insert or update of state, paid_twice_at on refunds
  for each row execute function post_refund();
