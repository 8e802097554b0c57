-- The sums of the ledger's rows up to one of them, so that the trial balance reads the newest rows only
-- (docs/decisions/0037). The accounts of sellers are summed in seller_accounts. One row; a job adds to it.
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
insert into ledger_totals default values;

create view trial_balance as
  with newer as (
    select sum(provider_kobo) as provider, sum(fees_kobo) as fees, sum(clearing_kobo) as clearing,
      sum(refunds_kobo) as refunds, sum(commission_kobo) as commission, sum(chargebacks_kobo) as chargebacks
    from ledger where id > (select up_to_id from ledger_totals)
  ),
  sellers as (
    select sum(held_kobo) as held, sum(available_kobo) as available, sum(on_the_way_kobo) as on_the_way from seller_accounts
  )
  select account, coalesce(older, 0)::bigint + coalesce(rest, 0)::bigint as amount_kobo
  from ledger_totals, newer, sellers, lateral (values
    ('PROVIDER', provider_kobo, provider), ('FEES', fees_kobo, fees), ('CLEARING', clearing_kobo, clearing),
    ('REFUNDS', refunds_kobo, refunds), ('COMMISSION', commission_kobo, commission),
    ('CHARGEBACKS', chargebacks_kobo, chargebacks), ('HELD', 0, held), ('AVAILABLE', 0, available),
    ('ON_THE_WAY', 0, on_the_way)
  ) as entry (account, older, rest);
