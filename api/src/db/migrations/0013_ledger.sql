-- replaces up to 0066_checked_targets.sql
create table ledger (
  id bigint generated always as identity primary key,
  kind text not null check (kind = any(
    '{PAYMENT,SALE,WRITE_OFF,CANCEL,RELEASE,HOLD,DISPUTE,REFUND,REFUND_PAID,REFUND_SETTLED,CHARGEBACK,PAYOUT,PAYOUT_PAID,PAYOUT_RETURNED}')),
  -- The seller whose `held_kobo`, `available_kobo` and `on_the_way_kobo` it changes.
  seller_account_id bigint references seller_accounts,
  order_id bigint references orders,
  order_line_id bigint references order_lines,
  payout_id bigint references payouts,
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
  -- The platform's own money. Negative: what staff gave up when they accepted a payment that was too low.
  -- Positive: what was paid outside the provider for a refund that failed there (docs/decisions/0027).
  platform_kobo bigint not null default 0,
  constraint ledger_has_seller check (
    seller_account_id is not null or (held_kobo = 0 and available_kobo = 0 and on_the_way_kobo = 0)),
  constraint ledger_balances check (
    provider_kobo + fees_kobo + clearing_kobo + refunds_kobo + commission_kobo + chargebacks_kobo + platform_kobo
    + held_kobo + available_kobo + on_the_way_kobo = 0)
);
comment on table ledger is
  'Double entry: each row moves money between accounts, and its amounts add up to 0. An amount is what is owed to the owner of the account: sellers'' are positive, and the provider''s, who has the money, is negative (docs/decisions/0027).';
create index ledger_by_order on ledger (order_id) where order_id is not null;
create index ledger_by_payout on ledger (payout_id) where payout_id is not null;
-- What a seller's statement adds up, without the rows themselves.
create index ledger_by_seller_in_time on ledger (seller_account_id, created_at, id)
  include (held_kobo, available_kobo, on_the_way_kobo) where seller_account_id is not null;
create index ledger_of_platform on ledger (id) where platform_kobo <> 0;

create table ledger_totals (
  is_only boolean primary key default true check (is_only),
  -- No row up to this one is still being written.
  up_to_id bigint not null default 0,
  provider_kobo bigint not null default 0,
  fees_kobo bigint not null default 0,
  clearing_kobo bigint not null default 0,
  refunds_kobo bigint not null default 0,
  commission_kobo bigint not null default 0,
  chargebacks_kobo bigint not null default 0
);
comment on table ledger_totals is
  'The sums of the ledger''s rows up to one of them, so that the trial balance reads the newest rows only (docs/decisions/0037). The accounts of sellers are summed in seller_accounts. One row; a job adds to it.';
insert into ledger_totals default values;
