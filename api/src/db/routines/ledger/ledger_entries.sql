create or replace view ledger_entries as
  select ledger.id as ledger_id, kind, seller_account_id, order_id, reference, account, amount_kobo, created_at
  from ledger cross join lateral (values
    ('PROVIDER', provider_kobo), ('FEES', fees_kobo), ('CLEARING', clearing_kobo), ('REFUNDS', refunds_kobo),
    ('COMMISSION', commission_kobo), ('CHARGEBACKS', chargebacks_kobo), ('PLATFORM', platform_kobo), ('HELD', held_kobo),
    ('AVAILABLE', available_kobo), ('ON_THE_WAY', on_the_way_kobo)
  ) as entry (account, amount_kobo)
  where amount_kobo <> 0;
comment on view ledger_entries is
  'Each account that an entry of the ledger moves, in a row of its own.';
