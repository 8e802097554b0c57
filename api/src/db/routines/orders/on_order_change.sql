-- The history of an order, and what its payment and its completion do to its lines.
create or replace function on_order_change() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and new.status = 'COMPLETED' then
    -- Lines finish one by one: with their parcel, or by the decision on a dispute. An order that is completed finishes the rest.
    update order_lines set finished_at = new.moved_at
      where order_id = new.id and canceled_at is null and finished_at is null;
  end if;
  if old.status is distinct from new.status then
    insert into order_moves (order_id, status, created_at) values (new.id, new.status, new.moved_at);
  end if;
  if tg_op = 'UPDATE' and old.paid_at is null and new.paid_at is not null then
    perform post_sales(new.id, new.paid_at);
    -- What was paid too little.
    perform post_write_off(new.id, new.paid_at);
    update order_lines set sold_at = new.paid_at where order_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger orders_changed after insert or update of status, paid_at on orders
  for each row execute function on_order_change();
