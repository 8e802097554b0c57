-- Never more is refunded than was paid, and nothing of a payment that the bank took back.
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
create or replace trigger refunds_bounded before insert on refunds for each row execute function bound_refund();
