-- The one trigger of a line that changes: its sale is counted, then the ledger follows.
create or replace function on_order_line_update() returns trigger language plpgsql as $$
begin
  if old.finished_at is null and new.finished_at is not null and new.seller_id is not null then
    insert into finished_sales as saved (seller_id, n) values (new.seller_id, 1)
      on conflict (seller_id) do update set n = saved.n + 1;
  end if;
  if (old.canceled_at is null) <> (new.canceled_at is null) or (old.refunded_at is null) <> (new.refunded_at is null)
    or (old.released_at is null) <> (new.released_at is null) or old.is_disputed <> new.is_disputed then
    perform post_line(old, new);
  end if;
  return null;
end $$;
create or replace trigger order_lines_updated
  after update of finished_at, canceled_at, refunded_at, released_at, is_disputed on order_lines
  for each row execute function on_order_line_update();
