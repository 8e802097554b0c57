-- What the payment of an order lacks is written off, so that CLEARING is never below 0, and what can be neither sold nor
-- refunded any more lowers it again: a line that is canceled returns more to CLEARING than is left to refund. Read from
-- the rows before, so that it can be called after each change and posts nothing twice.
create or replace function post_write_off(of_order bigint, at timestamptz) returns void language plpgsql as $$
declare
  paid_by payment_attempts;
  uncleared bigint;
  written_off bigint;
  refundable bigint := 0;
  change bigint;
begin
  -- Calls about one order run one by one, so that each sees what the one before has posted.
  select * into paid_by from payment_attempts where order_id = of_order and state = 'PAID' for no key update;
  if not found then
    return;
  end if;
  select coalesce(sum(clearing_kobo), 0), coalesce(-sum(platform_kobo) filter (where kind = 'WRITE_OFF'), 0)
    into uncleared, written_off
    from ledger where order_id = of_order and (reference is null or reference = paid_by.reference);
  if paid_by.currency = 'NGN' and paid_by.reversed_at is null then
    refundable := coalesce(paid_by.paid_kobo, 0)
      - (select coalesce(sum(amount_kobo), 0) from refunds where reference = paid_by.reference);
  end if;
  change := case
    when uncleared < 0 then -uncleared
    when uncleared > refundable then -least(uncleared - refundable, written_off)
    else 0
  end;
  if change <> 0 then
    insert into ledger (kind, order_id, reference, clearing_kobo, platform_kobo, created_at)
      values ('WRITE_OFF', of_order, paid_by.reference, change, -change, at);
  end if;
end $$;
