-- replaces up to 0066_checked_targets.sql
create table seller_accounts (
  id bigint generated always as identity primary key,
  member_id bigint unique references members on delete set null,
  -- The sums of the ledger, kept by trigger. Available may be negative: a refund that was decided after the payout.
  held_kobo bigint not null default 0 check (held_kobo >= 0),
  available_kobo bigint not null default 0,
  on_the_way_kobo bigint not null default 0 check (on_the_way_kobo >= 0)
);
comment on table seller_accounts is
  'What is owed to each seller. It outlives the member, so that the ledger stays complete.';
create index seller_accounts_to_pay on seller_accounts (available_kobo) where member_id is not null;

create table payout_accounts (
  member_id bigint primary key references members on delete cascade,
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  recipient_code text not null,
  -- No payout before this, so that whoever took over an account gains nothing until its owner has read the mail.
  usable_from timestamptz not null,
  changed_at timestamptz not null
);
comment on table payout_accounts is
  'The bank account that a seller is paid to. The full number is not stored: the provider knows it by the recipient code.';

create table payouts (
  id bigint generated always as identity primary key,
  seller_account_id bigint not null references seller_accounts,
  member_id bigint references members on delete set null,
  -- What arrives. The platform bears the fee, which the provider reports.
  amount_kobo bigint not null check (amount_kobo > 0),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  state text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'PAID', 'FAILED', 'REVERSED')),
  -- Ours. The provider makes one transfer of it at most, so it is never used for another payout.
  reference text not null unique check (reference ~ '^[a-z0-9_-]{20,60}$'),
  recipient_code text not null,
  bank_name text,
  last4 text,
  provider_status text,
  -- What went wrong, for staff.
  why text,
  -- How often the transfer was requested.
  request_count integer not null default 0,
  next_poll_at timestamptz,
  lagos_day date not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
comment on table payouts is
  'Money on its way to a seller''s bank account. The row is written before the provider is called, and has the account of that moment.';
create unique index payouts_one_open on payouts (member_id) where state in ('PENDING', 'SENT');
create index payouts_by_seller on payouts (seller_account_id, id desc);
create index payouts_by_member on payouts (member_id, id desc) where member_id is not null;
create index payouts_to_poll on payouts (next_poll_at) where next_poll_at is not null;
create index payouts_with_problems on payouts (id) where state in ('PENDING', 'SENT', 'FAILED', 'REVERSED');
