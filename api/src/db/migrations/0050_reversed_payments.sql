-- What the bank took back of a payment is owed to nobody any more: neither what was still to be refunded of it, nor
-- what nobody has sold for it. Both lower the loss of the platform (docs/decisions/0027). Read from the rows before, so that it
-- can be called after each change and posts nothing twice.
create function post_returned(of_order bigint, at timestamptz) returns void language plpgsql as $$
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

create or replace function post_chargeback() returns trigger language plpgsql as $$
declare
  lost bigint := coalesce(new.paid_kobo, 0)
    - (select coalesce(sum(amount_kobo), 0) from refunds where reference = new.reference and state = 'PROCESSED');
begin
  if new.currency = 'NGN' and lost > 0 then
    insert into ledger (kind, order_id, reference, provider_kobo, chargebacks_kobo, created_at)
      values ('CHARGEBACK', new.order_id, new.reference, lost, -lost, new.reversed_at);
    perform post_returned(new.order_id, new.reversed_at);
  end if;
  return null;
end $$;

-- A line that is canceled or refunded after the bank took the payment back. PostgreSQL fires the triggers of a table in the order
-- of their names, so this one comes after order_lines_post_cancel and order_lines_post_dispute.
create function post_returned_line() returns trigger language plpgsql as $$
begin
  perform post_returned(new.order_id, coalesce(new.refunded_at, new.canceled_at));
  return null;
end $$;
create trigger order_lines_post_returned after update of canceled_at, refunded_at on order_lines for each row
  when ((old.canceled_at is null and new.canceled_at is not null) or (old.refunded_at is null and new.refunded_at is not null))
  execute function post_returned_line();

-- As before, but a refund that was still open when the bank took the payment back moves no money: the payment went back once, and
-- post_chargeback has posted all of it. The lock makes a refund that is processed at that moment wait for the chargeback.
create or replace function post_refund() returns trigger language plpgsql as $$
declare
  payment payment_attempts;
begin
  select * into payment from payment_attempts where reference = new.reference for share;
  if payment.currency is distinct from 'NGN' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into ledger (kind, order_id, order_line_id, reference, clearing_kobo, refunds_kobo, created_at)
      values ('REFUND', new.order_id, new.order_line_id, new.reference, -new.amount_kobo, new.amount_kobo, new.created_at);
  end if;
  if new.state = 'PROCESSED' and payment.reversed_at is null then
    insert into ledger (kind, order_id, order_line_id, reference, refunds_kobo, provider_kobo, created_at)
      values ('REFUND_PAID', new.order_id, new.order_line_id, new.reference, -new.amount_kobo, new.amount_kobo,
        new.changed_at);
  end if;
  return null;
end $$;

-- As before, and nothing more is refunded of a payment that the bank took back.
create or replace function bound_refund() returns trigger language plpgsql as $$
declare
  paid bigint;
begin
  select case when reversed_at is null then paid_kobo end into paid
    from payment_attempts where reference = new.reference for update;
  if (select coalesce(sum(amount_kobo), 0) from refunds where reference = new.reference) + new.amount_kobo
    > coalesce(paid, 0) then
    raise exception 'More would be refunded of % than was paid.', new.reference using errcode = 'check_violation';
  end if;
  return new;
end $$;
