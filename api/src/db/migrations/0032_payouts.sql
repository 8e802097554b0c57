-- Money on its way to a seller's bank account. The row is written before the provider is called, and has the account of that moment.
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
create unique index payouts_one_open on payouts (member_id) where state in ('PENDING', 'SENT');
create index payouts_by_seller on payouts (seller_account_id, id desc);
create index payouts_by_member on payouts (member_id, id desc) where member_id is not null;
create index payouts_to_poll on payouts (next_poll_at) where next_poll_at is not null;
create index payouts_with_problems on payouts (id) where state in ('PENDING', 'SENT', 'FAILED', 'REVERSED');

alter table order_lines add foreign key (payout_id) references payouts;
alter table ledger add foreign key (payout_id) references payouts;
create index ledger_by_payout on ledger (payout_id) where payout_id is not null;
create index order_lines_to_pay_out on order_lines (seller_id) where released_at is not null and payout_id is null;

create function forget_payout_account() returns trigger language plpgsql as $$
begin
  new.bank_name := null;
  new.last4 := null;
  return new;
end $$;
create trigger payouts_forget_seller before update of member_id on payouts for each row
  when (old.member_id is not null and new.member_id is null) execute function forget_payout_account();

-- Money that has gone back is paid again under a new reference, and what has arrived can only come back.
create function reject_payout_move() returns trigger language plpgsql as $$
begin
  raise exception 'A payout cannot move from % to %.', old.state, new.state using errcode = 'restrict_violation';
end $$;
create trigger payouts_move before update of state on payouts for each row
  when (old.state <> new.state and not (
    old.state = 'PENDING' or old.state = 'SENT' and new.state <> 'PENDING' or old.state = 'PAID' and new.state = 'REVERSED'))
  execute function reject_payout_move();

create function post_payout() returns trigger language plpgsql as $$
declare
  amount bigint := new.amount_kobo;
begin
  if tg_op = 'INSERT' then
    insert into ledger (kind, seller_account_id, payout_id, reference, available_kobo, on_the_way_kobo, created_at)
      values ('PAYOUT', new.seller_account_id, new.id, new.reference, -amount, amount, new.created_at);
  elsif new.state = 'PAID' then
    insert into ledger (kind, seller_account_id, payout_id, reference, on_the_way_kobo, provider_kobo, fees_kobo, created_at)
      values ('PAYOUT_PAID', new.seller_account_id, new.id, new.reference, -amount, amount + new.fee_kobo, -new.fee_kobo,
        new.changed_at);
  elsif old.state = 'PAID' then
    insert into ledger (kind, seller_account_id, payout_id, reference, provider_kobo, available_kobo, created_at)
      values ('PAYOUT_RETURNED', new.seller_account_id, new.id, new.reference, -amount, amount, new.changed_at);
  elsif new.state in ('FAILED', 'REVERSED') then
    insert into ledger (kind, seller_account_id, payout_id, reference, on_the_way_kobo, available_kobo, created_at)
      values ('PAYOUT_RETURNED', new.seller_account_id, new.id, new.reference, -amount, amount, new.changed_at);
  end if;
  return null;
end $$;
create trigger payouts_post after insert on payouts for each row execute function post_payout();
create trigger payouts_post_moved after update of state on payouts for each row
  when (old.state <> new.state) execute function post_payout();
