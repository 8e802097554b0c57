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
comment on view trial_balance is
  'The balance of every account. The sum is 0.';
