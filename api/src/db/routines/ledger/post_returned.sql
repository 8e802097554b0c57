-- What the bank took back of a payment is owed to nobody any more: neither what was still to be refunded of it, nor
-- what nobody has sold for it. Both lower the loss of the platform (docs/decisions/0027). Read from the rows before, so that it
-- can be called after each change and posts nothing twice.
create or replace function post_returned(of_order bigint, at timestamptz) returns void language plpgsql as $$
begin
  -- Calls about one payment run one by one, so that each sees what the one before has posted.
  perform from payment_attempts where order_id = of_order and reversed_at is not null for no key update;
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
