-- no transaction
-- The targets of rows from before 0059.
alter table notifications validate constraint notifications_target_type_check;
