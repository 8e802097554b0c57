-- no transaction
-- Refunds that were processed after the bank took their payment back, and so were posted twice. Posts nothing when repeated.
insert into ledger (kind, order_id, reference, provider_kobo, chargebacks_kobo, created_at)
  select 'CHARGEBACK', order_id, reference, -twice, twice, now()
  from payment_attempts payment cross join lateral (
    select coalesce(sum(provider_kobo), 0)::bigint - paid_kobo as twice from ledger
    where ledger.order_id = payment.order_id and ledger.reference = payment.reference
      and kind in ('REFUND_PAID', 'CHARGEBACK')) posted
  where reversed_at is not null and currency = 'NGN' and twice > 0;
-- What is still owed to buyers of such payments, or was canceled since.
select post_returned(order_id, now()) from payment_attempts where state = 'PAID' and reversed_at is not null;
