-- no transaction
-- Each is made while others write. One that was cut off half way is there but not valid, so it is dropped first.
drop index concurrently if exists ledger_by_seller_in_time;
-- What a seller's statement adds up, without the rows themselves.
create index concurrently ledger_by_seller_in_time on ledger (seller_account_id, created_at, id)
  include (held_kobo, available_kobo, on_the_way_kobo) where seller_account_id is not null;
drop index concurrently if exists ledger_by_seller;
drop index concurrently if exists search_notices_by_time;
create index concurrently search_notices_by_time on search_notices (created_at);
drop index concurrently if exists familiar_addresses_by_time;
create index concurrently familiar_addresses_by_time on familiar_addresses (seen_at);
