-- Each list of orders for staff is the newest of some kind of order: by status, by the beginning of the reference, late ones.
create index orders_by_status on orders (status, id desc);
-- Of the pattern class, because other collations than C cannot search for a beginning.
create index orders_by_reference on orders (transaction_ref text_pattern_ops);
create index orders_unshipped on orders (paid_at) where status = 'PROCESSING';

-- A refund that failed at the provider and was requested again. Each request has a note of its own there, so that the failed
-- one is not taken for the new one.
alter table refunds
  add column retry_count integer not null default 0,
  -- Until when a request to the provider is under way: meanwhile it is not requested again.
  add column requesting_until timestamptz;
create index refunds_failed on refunds (order_id) where state in ('FAILED', 'NEEDS_ATTENTION');

-- How much waits for staff: counted in the menu of each of them every minute, at most 1,000 of each kind.
create index reports_open_targets on reports (target_type, target_id) include (reported_id) where closed_at is null;
create index items_undecided on items (id) where not is_approved and deleted_at is null and disapproval_reason is null;
create index proposals_open on proposals (id) where state = 'OPEN';
