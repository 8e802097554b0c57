-- A line that is canceled, refunded, released or disputed. The steps have an order: the price, then the fee, then what was written
-- off of both, then what the bank took back of both.
create or replace function post_line(was order_lines, line order_lines) returns void language plpgsql as $$
declare
  parcel parcels;
  is_canceled boolean := was.canceled_at is null and line.canceled_at is not null;
  is_refunded boolean := was.refunded_at is null and line.refunded_at is not null;
  at timestamptz := case
    when is_canceled then line.canceled_at
    when is_refunded then line.refunded_at
    when was.released_at is null and line.released_at is not null then line.released_at
    -- A dispute that begins or ends, with no time of its own in the line.
    else greatest(now(), was.released_at) end;
begin
  select * into parcel from parcels where id = line.parcel_id for update;
  if parcel.seller_account_id is null then
    return;
  end if;
  if is_canceled then
    perform post_cancel(line, parcel);
  end if;
  if is_refunded then
    perform post_dispute(line, parcel);
  end if;
  if (was.released_at is null) <> (line.released_at is null) then
    perform post_release(line, parcel, at);
  end if;
  perform settle_fee(parcel.id, at);
  if is_canceled or is_refunded then
    perform post_write_off(line.order_id, at);
    perform post_returned(line.order_id, at);
  end if;
end $$;
