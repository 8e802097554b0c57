-- From payment on a seller is owed the goods and the fee. Parcels in order of their sellers, so that two orders never deadlock.
create or replace function post_sales(of_order bigint, at timestamptz) returns void language plpgsql as $$
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
