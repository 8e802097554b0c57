-- replaces up to 0066_checked_targets.sql
-- The data of the built-in payment provider, read by the sandbox only.
create table sandbox_transactions (
  id bigint generated always as identity primary key,
  reference text not null unique,
  access_code text not null unique,
  amount_kobo bigint not null,
  currency text not null,
  callback_url text,
  cancel_url text,
  status text not null default 'abandoned',
  gateway_response text,
  -- The last four digits of the card: some test cards cannot be refunded.
  card text,
  paid_at timestamptz,
  created_at timestamptz not null,
  -- card, bank_transfer or ussd. Those that are no cards are pending for a moment.
  channel text not null default 'card'
);
comment on table sandbox_transactions is
  'Payments of the built-in stand-in for the card provider.';

create table sandbox_refunds (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references sandbox_transactions on delete cascade,
  amount_kobo bigint not null,
  status text not null,
  merchant_note text,
  created_at timestamptz not null
);
comment on table sandbox_refunds is
  'Refunds of the built-in stand-in for the card provider.';
create index sandbox_refunds_by_transaction on sandbox_refunds (transaction_id);

create table sandbox_recipients (
  id bigint generated always as identity primary key,
  recipient_code text not null unique,
  -- What happens to transfers to this account.
  behaviour text not null
);
comment on table sandbox_recipients is
  'The bank accounts that the built-in stand-in for the card provider knows, without their numbers.';

create table sandbox_transfers (
  id bigint generated always as identity primary key,
  reference text not null unique,
  recipient_id bigint not null references sandbox_recipients on delete cascade,
  amount_kobo bigint not null,
  reason text,
  status text not null,
  created_at timestamptz not null
);
comment on table sandbox_transfers is
  'Transfers of the built-in stand-in for the card provider.';
create index sandbox_transfers_by_recipient on sandbox_transfers (recipient_id);
