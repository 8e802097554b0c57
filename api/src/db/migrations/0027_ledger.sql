-- What one seller of an order sends: its lines arrive, are confirmed and are paid out together.
create table parcels (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  seller_id bigint references members on delete set null,
  method text not null default 'DELIVERY' check (method in ('PICKUP', 'DELIVERY')),
  -- Fixed at checkout. It is the seller's, and goes back to the buyer when all lines are canceled.
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  carrier text,
  tracking_number text,
  -- When the last of its lines was shipped.
  shipped_at timestamptz,
  -- When the buyer confirmed it, or so long after shipping that it counts as received.
  received_at timestamptz,
  -- When its fee became available to the seller, with the first of its lines.
  released_at timestamptz,
  unique (order_id, seller_id)
);
create index parcels_by_seller on parcels (seller_id, id desc);
create index parcels_to_complete on parcels (shipped_at) where received_at is null and shipped_at is not null;

alter table orders add column commission_percent numeric(4, 2) not null default 0
  check (commission_percent between 0 and 50);
alter table order_lines
  add column parcel_id bigint references parcels on delete cascade,
  -- The buyer's part, by the decision on a dispute.
  add column refunded_kobo bigint not null default 0,
  add column refunded_at timestamptz,
  -- When it became available to the seller; null again while it is disputed.
  add column released_at timestamptz,
  -- The latest payout that it was in.
  add column payout_id bigint,
  add check (refunded_kobo between 0 and unit_price_kobo * quantity),
  add check ((refunded_kobo > 0) = (refunded_at is not null)),
  add check (released_at is null or finished_at is not null);

insert into parcels (order_id, seller_id, shipped_at, received_at)
  select order_id, seller_id, max(order_lines.shipped_at)
      filter (where not exists (
        select from order_lines waiting where waiting.order_id = order_lines.order_id
          and waiting.seller_id is not distinct from order_lines.seller_id
          and waiting.shipped_at is null and waiting.canceled_at is null)),
    max(finished_at)
  from order_lines group by order_id, seller_id order by order_id, seller_id;
update order_lines set parcel_id = parcels.id from parcels
  where parcels.order_id = order_lines.order_id and parcels.seller_id is not distinct from order_lines.seller_id;
alter table order_lines alter column parcel_id set not null;
create index order_lines_by_parcel on order_lines (parcel_id);
create index order_lines_to_release on order_lines (finished_at)
  where finished_at is not null and released_at is null and seller_id is not null;
create index order_lines_by_payout on order_lines (payout_id) where payout_id is not null;

-- What is owed to each seller. It outlives the member, so that the ledger stays complete.
create table seller_accounts (
  id bigint generated always as identity primary key,
  member_id bigint unique references members on delete set null,
  -- The sums of the ledger, kept by trigger. Available may be negative: a refund that was decided after the payout.
  held_kobo bigint not null default 0 check (held_kobo >= 0),
  available_kobo bigint not null default 0,
  on_the_way_kobo bigint not null default 0 check (on_the_way_kobo >= 0)
);
create index seller_accounts_to_pay on seller_accounts (available_kobo) where member_id is not null;
alter table parcels add column seller_account_id bigint references seller_accounts;

-- Double entry: each row moves money between accounts, and its amounts add up to 0. An amount is what is owed to the owner of
-- the account: sellers' are positive, and the provider's, who has the money, is negative (docs/decisions/0027).
create table ledger (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'PAYMENT', 'SALE', 'CANCEL', 'RELEASE', 'HOLD', 'DISPUTE', 'REFUND', 'REFUND_PAID', 'CHARGEBACK',
    'PAYOUT', 'PAYOUT_PAID', 'PAYOUT_RETURNED'
  )),
  -- The seller whose `held_kobo`, `available_kobo` and `on_the_way_kobo` it changes.
  seller_account_id bigint references seller_accounts,
  order_id bigint references orders,
  order_line_id bigint references order_lines,
  payout_id bigint,
  -- The provider's: of a payment or a payout.
  reference text,
  -- Our balance at the provider, and what it keeps for its work.
  provider_kobo bigint not null default 0,
  fees_kobo bigint not null default 0,
  -- Paid by buyers and neither sold nor refunded: more than the total, or for an order that had ended.
  clearing_kobo bigint not null default 0,
  -- Owed to buyers until the provider has refunded it.
  refunds_kobo bigint not null default 0,
  commission_kobo bigint not null default 0,
  -- What banks took back.
  chargebacks_kobo bigint not null default 0,
  held_kobo bigint not null default 0,
  available_kobo bigint not null default 0,
  on_the_way_kobo bigint not null default 0,
  created_at timestamptz not null,
  constraint ledger_balances check (
    provider_kobo + fees_kobo + clearing_kobo + refunds_kobo + commission_kobo + chargebacks_kobo
    + held_kobo + available_kobo + on_the_way_kobo = 0),
  constraint ledger_has_seller check (
    seller_account_id is not null or (held_kobo = 0 and available_kobo = 0 and on_the_way_kobo = 0))
);
create index ledger_by_seller on ledger (seller_account_id, id) where seller_account_id is not null;
create index ledger_by_order on ledger (order_id) where order_id is not null;

create view ledger_entries as
  select ledger.id as ledger_id, kind, seller_account_id, order_id, reference, account, amount_kobo, created_at
  from ledger cross join lateral (values
    ('PROVIDER', provider_kobo), ('FEES', fees_kobo), ('CLEARING', clearing_kobo), ('REFUNDS', refunds_kobo),
    ('COMMISSION', commission_kobo), ('CHARGEBACKS', chargebacks_kobo), ('HELD', held_kobo),
    ('AVAILABLE', available_kobo), ('ON_THE_WAY', on_the_way_kobo)
  ) as entry (account, amount_kobo)
  where amount_kobo <> 0;

create function reject_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is only added to.' using errcode = 'restrict_violation';
end $$;
create trigger ledger_is_append_only before update or delete on ledger for each row execute function reject_ledger_change();

create function add_to_seller_account() returns trigger language plpgsql as $$
begin
  update seller_accounts set
    held_kobo = held_kobo + new.held_kobo,
    available_kobo = available_kobo + new.available_kobo,
    on_the_way_kobo = on_the_way_kobo + new.on_the_way_kobo
  where id = new.seller_account_id;
  return null;
end $$;
create trigger ledger_adds_up after insert on ledger for each row
  when (new.seller_account_id is not null) execute function add_to_seller_account();

-- The rows below follow from changes of payments, orders, lines, refunds and payouts, whoever makes them.

-- A payment in another currency is decided by an admin, and is no Naira that we have.
create function post_payment() returns trigger language plpgsql as $$
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
  return null;
end $$;
alter table payment_attempts
  add column fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  add column reversed_at timestamptz;
create trigger payment_attempts_post after insert or update of paid_kobo, currency, fee_kobo on payment_attempts
  for each row execute function post_payment();

-- What is still here of a payment that the bank took back.
create function post_chargeback() returns trigger language plpgsql as $$
declare
  lost bigint := coalesce(new.paid_kobo, 0)
    - (select coalesce(sum(amount_kobo), 0) from refunds where reference = new.reference and state = 'PROCESSED');
begin
  if new.currency = 'NGN' and lost > 0 then
    insert into ledger (kind, order_id, reference, provider_kobo, chargebacks_kobo, created_at)
      values ('CHARGEBACK', new.order_id, new.reference, lost, -lost, new.reversed_at);
  end if;
  return null;
end $$;
create trigger payment_attempts_post_chargeback after update of reversed_at on payment_attempts for each row
  when (old.reversed_at is null and new.reversed_at is not null) execute function post_chargeback();

-- From payment on a seller is owed the goods and the fee. Parcels in order of their sellers, so that two orders never deadlock.
create function post_sales(of_order bigint, at timestamptz) returns void language plpgsql as $$
declare
  parcel record;
  account bigint;
begin
  for parcel in
    select parcels.id, parcels.seller_id, fee_kobo + sum(total_kobo)::bigint as kobo
    from parcels join order_lines on parcel_id = parcels.id
    where parcels.order_id = of_order group by parcels.id order by parcels.seller_id
  loop
    insert into seller_accounts (member_id) values (parcel.seller_id) on conflict (member_id) do nothing;
    select id into account from seller_accounts where member_id = parcel.seller_id;
    if account is null then
      insert into seller_accounts (member_id) values (null) returning id into account;
    end if;
    update parcels set seller_account_id = account where id = parcel.id;
    insert into ledger (kind, seller_account_id, order_id, clearing_kobo, held_kobo, created_at)
      values ('SALE', account, of_order, -parcel.kobo, parcel.kobo, at);
  end loop;
end $$;
create function post_sale() returns trigger language plpgsql as $$
begin
  perform post_sales(new.id, new.paid_at);
  return null;
end $$;
create trigger orders_post_sale after update of paid_at on orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function post_sale();

-- The fee goes with the last line of the parcel.
create function post_cancel() returns trigger language plpgsql as $$
declare
  parcel parcels;
  kobo bigint := new.total_kobo;
begin
  select * into parcel from parcels where id = new.parcel_id for update;
  if parcel.seller_account_id is null then
    return null;
  end if;
  if not exists (select from order_lines where parcel_id = parcel.id and canceled_at is null) then
    kobo := kobo + parcel.fee_kobo;
  end if;
  insert into ledger (kind, seller_account_id, order_id, order_line_id, clearing_kobo, held_kobo, created_at)
    values ('CANCEL', parcel.seller_account_id, new.order_id, new.id, kobo, -kobo, new.canceled_at);
  return null;
end $$;
create trigger order_lines_post_cancel after update of canceled_at on order_lines for each row
  when (old.canceled_at is null and new.canceled_at is not null) execute function post_cancel();

-- Half up to the kobo, of what the seller gets for the line.
create function commission_on(of_order bigint, kobo bigint) returns bigint language sql stable as $$
  select round(kobo * commission_percent / 100)::bigint from orders where id = of_order
$$;

create function post_release() returns trigger language plpgsql as $$
declare
  parcel parcels;
  kobo bigint := new.total_kobo - new.refunded_kobo;
  commission bigint := commission_on(new.order_id, kobo);
begin
  select * into parcel from parcels where id = new.parcel_id for update;
  if parcel.seller_account_id is null then
    return null;
  elsif new.released_at is null then
    -- A dispute: back to where it was.
    insert into ledger (kind, seller_account_id, order_id, order_line_id, available_kobo, commission_kobo, held_kobo, created_at)
      values ('HOLD', parcel.seller_account_id, new.order_id, new.id, commission - kobo, -commission, kobo,
        greatest(old.released_at, now()));
    return null;
  end if;
  if parcel.released_at is null then
    update parcels set released_at = new.released_at where id = parcel.id;
    kobo := kobo + parcel.fee_kobo;
  end if;
  if kobo > 0 then
    insert into ledger (kind, seller_account_id, order_id, order_line_id, held_kobo, available_kobo, commission_kobo, created_at)
      values ('RELEASE', parcel.seller_account_id, new.order_id, new.id, -kobo, kobo - commission, commission,
        new.released_at);
  end if;
  return null;
end $$;
create trigger order_lines_post_release after update of released_at on order_lines for each row
  when ((old.released_at is null) <> (new.released_at is null)) execute function post_release();

-- The buyer's part of a disputed line. If it was paid out before, it is withheld from the seller's next money.
create function post_dispute() returns trigger language plpgsql as $$
declare
  account bigint := (select seller_account_id from parcels where id = new.parcel_id);
  returned bigint := commission_on(new.order_id, new.total_kobo)
    - commission_on(new.order_id, new.total_kobo - new.refunded_kobo);
begin
  if account is null then
    return null;
  elsif new.released_at is null then
    insert into ledger (kind, seller_account_id, order_id, order_line_id, held_kobo, clearing_kobo, created_at)
      values ('DISPUTE', account, new.order_id, new.id, -new.refunded_kobo, new.refunded_kobo, new.refunded_at);
  else
    insert into ledger (kind, seller_account_id, order_id, order_line_id, available_kobo, commission_kobo, clearing_kobo,
        created_at)
      values ('DISPUTE', account, new.order_id, new.id, returned - new.refunded_kobo, -returned, new.refunded_kobo,
        new.refunded_at);
  end if;
  return null;
end $$;
create trigger order_lines_post_dispute after update of refunded_at on order_lines for each row
  when (old.refunded_at is null and new.refunded_at is not null) execute function post_dispute();

create function post_refund() returns trigger language plpgsql as $$
declare
  is_naira boolean := (select currency = 'NGN' from payment_attempts where reference = new.reference);
begin
  if not coalesce(is_naira, false) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into ledger (kind, order_id, order_line_id, reference, clearing_kobo, refunds_kobo, created_at)
      values ('REFUND', new.order_id, new.order_line_id, new.reference, -new.amount_kobo, new.amount_kobo, new.created_at);
  end if;
  if new.state = 'PROCESSED' then
    insert into ledger (kind, order_id, order_line_id, reference, refunds_kobo, provider_kobo, created_at)
      values ('REFUND_PAID', new.order_id, new.order_line_id, new.reference, -new.amount_kobo, new.amount_kobo,
        new.changed_at);
  end if;
  return null;
end $$;
create trigger refunds_post after insert on refunds for each row execute function post_refund();
create trigger refunds_post_processed after update of state on refunds for each row
  when (old.state <> 'PROCESSED' and new.state = 'PROCESSED') execute function post_refund();
