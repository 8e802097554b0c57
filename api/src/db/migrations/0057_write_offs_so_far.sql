-- no transaction
drop index concurrently if exists ledger_of_platform;
create index concurrently ledger_of_platform on ledger (id) where platform_kobo <> 0;
alter table ledger validate constraint ledger_kind_check;
alter table ledger validate constraint ledger_balances;
alter table refunds validate constraint refunds_settled_check;
-- Payments that staff accepted before although they were too low, or in another currency. Posts nothing when repeated.
select post_write_off(order_id, now()) from payment_attempts where state = 'PAID' and held_reason is not null;
