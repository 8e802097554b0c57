create or replace function reject_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is only added to.' using errcode = 'restrict_violation';
end $$;
create or replace trigger ledger_is_append_only before update or delete on ledger for each row execute function reject_ledger_change();
