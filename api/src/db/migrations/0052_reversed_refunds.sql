-- As before, and also of a payment that was not needed: what was still to be refunded of it.
create or replace function post_returned(of_order bigint, at timestamptz) returns void language plpgsql as $$
begin
  insert into ledger (kind, order_id, reference, refunds_kobo, clearing_kobo, chargebacks_kobo, created_at)
    select 'CHARGEBACK', of_order, payment.reference, -owed, -unsold, owed + unsold, at
    from payment_attempts payment cross join lateral (
      select coalesce(sum(refunds_kobo) filter (where reference = payment.reference), 0)::bigint as owed,
        greatest(sum(clearing_kobo) filter (where reference = payment.reference or reference is null and payment.state = 'PAID'), 0)::bigint
          as unsold
      from ledger where order_id = of_order) posted
    where order_id = of_order and payment.state in ('PAID', 'REFUNDED') and reversed_at is not null and currency = 'NGN'
      and owed + unsold > 0;
end $$;
