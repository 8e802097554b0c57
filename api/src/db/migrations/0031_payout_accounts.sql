-- The bank account that a seller is paid to. The full number is not stored: the provider knows it by the recipient code.
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

-- The bank accounts that the built-in payment provider was told about, without their numbers.
create table sandbox_recipients (
  id bigint generated always as identity primary key,
  recipient_code text not null unique,
  -- What happens to transfers to this account.
  behaviour text not null
);

create table sandbox_transfers (
  id bigint generated always as identity primary key,
  reference text not null unique,
  recipient_id bigint not null references sandbox_recipients on delete cascade,
  amount_kobo bigint not null,
  reason text,
  status text not null,
  created_at timestamptz not null
);
create index sandbox_transfers_by_recipient on sandbox_transfers (recipient_id);

-- card, bank_transfer or ussd. Those that are no cards are pending for a moment.
alter table sandbox_transactions add column channel text not null default 'card';
