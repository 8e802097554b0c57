-- What is still here of a payment that the bank took back, and what was refunded of it outside of the provider.
create or replace function post_chargeback(payment payment_attempts) returns void language plpgsql as $$
declare
  lost bigint := coalesce(payment.paid_kobo, 0)
    - (select coalesce(sum(amount_kobo), 0) from refunds
        where reference = payment.reference and state = 'PROCESSED'
          and (settled_outside_at is null or paid_twice_at is not null));
begin
  if payment.currency = 'NGN' and lost > 0 then
    insert into ledger (kind, order_id, reference, provider_kobo, chargebacks_kobo, created_at)
      values ('CHARGEBACK', payment.order_id, payment.reference, lost, -lost, payment.reversed_at);
    perform post_returned(payment.order_id, payment.reversed_at);
  end if;
end $$;
