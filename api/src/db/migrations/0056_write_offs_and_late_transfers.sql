-- A tenth account: the platform's own money. Negative: what staff gave up when they accepted a payment that was too low.
-- Positive: what was paid outside the provider for a refund that failed there (docs/decisions/0027).
alter table ledger
  add column platform_kobo bigint not null default 0,
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind = any(
    '{PAYMENT,SALE,WRITE_OFF,CANCEL,RELEASE,HOLD,DISPUTE,REFUND,REFUND_PAID,REFUND_SETTLED,CHARGEBACK,PAYOUT,PAYOUT_PAID,PAYOUT_RETURNED}'))
    not valid,
  drop constraint ledger_balances,
  add constraint ledger_balances check (
    provider_kobo + fees_kobo + clearing_kobo + refunds_kobo + commission_kobo + chargebacks_kobo + platform_kobo
    + held_kobo + available_kobo + on_the_way_kobo = 0) not valid;

create or replace view ledger_entries as
  select ledger.id as ledger_id, kind, seller_account_id, order_id, reference, account, amount_kobo, created_at
  from ledger cross join lateral (values
    ('PROVIDER', provider_kobo), ('FEES', fees_kobo), ('CLEARING', clearing_kobo), ('REFUNDS', refunds_kobo),
    ('COMMISSION', commission_kobo), ('CHARGEBACKS', chargebacks_kobo), ('PLATFORM', platform_kobo), ('HELD', held_kobo),
    ('AVAILABLE', available_kobo), ('ON_THE_WAY', on_the_way_kobo)
  ) as entry (account, amount_kobo)
  where amount_kobo <> 0;

-- Few rows move the platform's own money, so they are summed by their index instead of being folded into the totals.
create or replace view trial_balance as
  with newer as (
    select sum(provider_kobo) as provider, sum(fees_kobo) as fees, sum(clearing_kobo) as clearing,
      sum(refunds_kobo) as refunds, sum(commission_kobo) as commission, sum(chargebacks_kobo) as chargebacks
    from ledger where id > (select up_to_id from ledger_totals)
  ),
  sellers as (
    select sum(held_kobo) as held, sum(available_kobo) as available, sum(on_the_way_kobo) as on_the_way from seller_accounts
  ),
  own as (select sum(platform_kobo) as platform from ledger where platform_kobo <> 0)
  select account, coalesce(older, 0)::bigint + coalesce(rest, 0)::bigint as amount_kobo
  from ledger_totals, newer, sellers, own, lateral (values
    ('PROVIDER', provider_kobo, provider), ('FEES', fees_kobo, fees), ('CLEARING', clearing_kobo, clearing),
    ('REFUNDS', refunds_kobo, refunds), ('COMMISSION', commission_kobo, commission),
    ('CHARGEBACKS', chargebacks_kobo, chargebacks), ('PLATFORM', 0, platform), ('HELD', 0, held),
    ('AVAILABLE', 0, available), ('ON_THE_WAY', 0, on_the_way)
  ) as entry (account, older, rest);

-- What the payment of an order lacks is written off, so that CLEARING is never below 0, and what can be neither sold nor
-- refunded any more lowers it again: a line that is canceled returns more to CLEARING than is left to refund. Read from
-- the rows before, so that it can be called after each change and posts nothing twice.
create function post_write_off(of_order bigint, at timestamptz) returns void language plpgsql as $$
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

-- As before, and then what was paid too little is written off.
create or replace function post_sale() returns trigger language plpgsql as $$
begin
  perform post_sales(new.id, new.paid_at);
  perform post_write_off(new.id, new.paid_at);
  return null;
end $$;

-- As before, and a payment that is corrected later corrects what is written off.
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
  return null;
end $$;

-- As before, and what was written off of the line comes back before what the bank took back of it.
create or replace function post_line() returns trigger language plpgsql as $$
declare
  parcel parcels;
  is_canceled boolean := old.canceled_at is null and new.canceled_at is not null;
  is_refunded boolean := old.refunded_at is null and new.refunded_at is not null;
  at timestamptz := case
    when is_canceled then new.canceled_at
    when is_refunded then new.refunded_at
    when old.released_at is null and new.released_at is not null then new.released_at
    -- A dispute that begins or ends, with no time of its own in the line.
    else greatest(now(), old.released_at) end;
begin
  select * into parcel from parcels where id = new.parcel_id for update;
  if parcel.seller_account_id is null then
    return null;
  end if;
  if is_canceled then
    perform post_cancel(new, parcel);
  end if;
  if is_refunded then
    perform post_dispute(new, parcel);
  end if;
  if (old.released_at is null) <> (new.released_at is null) then
    perform post_release(new, parcel, at);
  end if;
  perform settle_fee(parcel.id, at);
  if is_canceled or is_refunded then
    perform post_write_off(new.order_id, at);
    perform post_returned(new.order_id, at);
  end if;
  return null;
end $$;

-- A refund that failed at the provider and that staff have paid outside of it. It is never requested again.
alter table refunds
  add column settled_outside_at timestamptz,
  -- When the provider said that it had paid this refund too.
  add column paid_twice_at timestamptz,
  add constraint refunds_settled_check check (settled_outside_at is null or state = 'PROCESSED') not valid;

-- As before, but the provider still has the money of a refund that was paid outside of it.
create or replace function post_refund() returns trigger language plpgsql as $$
declare
  payment payment_attempts;
  outside bigint := case when new.settled_outside_at is null then 0 else new.amount_kobo end;
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
    insert into ledger (kind, order_id, order_line_id, reference, refunds_kobo, provider_kobo, platform_kobo, created_at)
      values (case when outside = 0 then 'REFUND_PAID' else 'REFUND_SETTLED' end, new.order_id, new.order_line_id, new.reference,
        -new.amount_kobo, new.amount_kobo - outside, outside, new.changed_at);
  end if;
  return null;
end $$;

-- As before, but the bank takes back what was refunded outside of the provider too.
create or replace function post_chargeback() returns trigger language plpgsql as $$
declare
  lost bigint := coalesce(new.paid_kobo, 0)
    - (select coalesce(sum(amount_kobo), 0) from refunds
        where reference = new.reference and state = 'PROCESSED' and (settled_outside_at is null or paid_twice_at is not null));
begin
  if new.currency = 'NGN' and lost > 0 then
    insert into ledger (kind, order_id, reference, provider_kobo, chargebacks_kobo, created_at)
      values ('CHARGEBACK', new.order_id, new.reference, lost, -lost, new.reversed_at);
    perform post_returned(new.order_id, new.reversed_at);
  end if;
  return null;
end $$;

-- The provider has paid a refund that had been paid outside of it too.
create function post_refund_twice() returns trigger language plpgsql as $$
begin
  insert into ledger (kind, order_id, order_line_id, reference, provider_kobo, platform_kobo, created_at)
    select 'REFUND_PAID', new.order_id, new.order_line_id, new.reference, new.amount_kobo, -new.amount_kobo, new.paid_twice_at
    from payment_attempts where reference = new.reference and currency = 'NGN' and reversed_at is null;
  return null;
end $$;
create trigger refunds_post_twice after update of paid_twice_at on refunds for each row
  when (old.paid_twice_at is null and new.paid_twice_at is not null) execute function post_refund_twice();

-- As before, but a transfer that failed or was sent back may have arrived after all. Then it counts as paid.
drop trigger payouts_move on payouts;
create trigger payouts_move before update of state on payouts for each row
  when (old.state <> new.state and not (
    old.state = 'PENDING' or old.state = 'SENT' and new.state <> 'PENDING' or old.state = 'PAID' and new.state = 'REVERSED'
    or old.state = any('{FAILED,REVERSED}') and new.state = 'PAID'))
  execute function reject_payout_move();

-- As before, and money that had come back is on its way again before it counts as paid. The provider takes its fee once.
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
