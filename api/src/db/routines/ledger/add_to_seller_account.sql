create or replace function add_to_seller_account() returns trigger language plpgsql as $$
begin
  update seller_accounts set
    held_kobo = held_kobo + new.held_kobo,
    available_kobo = available_kobo + new.available_kobo,
    on_the_way_kobo = on_the_way_kobo + new.on_the_way_kobo
  where id = new.seller_account_id;
  return null;
end $$;
create or replace trigger ledger_adds_up after insert on ledger for each row
  when (new.seller_account_id is not null) execute function add_to_seller_account();
