-- The fee goes with the parcel: the seller gets it with the last line, and what the buyer gets back of it is bounded by what the
-- parcel paid (docs/decisions/0040).
alter table order_lines
  -- The part of its parcel's fee that the buyer gets back with this line.
  add column fee_refunded_kobo bigint not null default 0,
  add constraint order_lines_fee_check check (fee_refunded_kobo >= 0) not valid;
alter table parcels
  -- The sum of its lines, kept by order_lines_post.
  add column fee_refunded_kobo bigint not null default 0,
  add constraint parcels_fee_check check (fee_refunded_kobo between 0 and fee_kobo) not valid;
comment on column parcels.released_at is 'When what was left of its fee became available to the seller.';

-- A decision may return the fee without a part of the price.
alter table order_lines drop constraint order_lines_check2;
alter table order_lines add constraint order_lines_refunded_check
  check (refunded_at is not null or refunded_kobo = 0) not valid;

drop trigger order_lines_post_cancel on order_lines;
drop trigger order_lines_post_dispute on order_lines;
drop trigger order_lines_post_release on order_lines;
drop trigger order_lines_post_returned on order_lines;
drop function post_cancel();
drop function post_dispute();
drop function post_release();
drop function post_returned_line();

-- Counts what the buyer gets back of the fee. Without the fee that is left the check of the table rejects it.
create function refund_fee(of_parcel bigint, kobo bigint) returns void language sql as $$
  update parcels set fee_refunded_kobo = fee_refunded_kobo + kobo where id = of_parcel and kobo > 0
$$;

-- A line that is canceled. When no line of its parcel is paid any more, what is left of the fee goes back with it.
create function post_cancel(line order_lines, parcel parcels) returns void language plpgsql as $$
declare
  fee bigint := parcel.fee_kobo - parcel.fee_refunded_kobo;
begin
  if fee > 0 and exists (
    select from order_lines where parcel_id = parcel.id and canceled_at is null and refunded_kobo < total_kobo) then
    fee := 0;
  end if;
  if fee > 0 then
    perform refund_fee(parcel.id, fee);
    update order_lines set fee_refunded_kobo = fee where id = line.id;
  end if;
  insert into ledger (kind, seller_account_id, order_id, order_line_id, clearing_kobo, held_kobo, available_kobo, created_at)
    values ('CANCEL', parcel.seller_account_id, line.order_id, line.id, line.total_kobo + fee,
      -line.total_kobo - case when parcel.released_at is null then fee else 0 end,
      case when parcel.released_at is null then 0 else -fee end, line.canceled_at);
end $$;

-- The buyer's part of a disputed line, and of the fee. What was paid out before is withheld from the seller's next money.
create function post_dispute(line order_lines, parcel parcels) returns void language plpgsql as $$
declare
  fee bigint := line.fee_refunded_kobo;
  -- The commission on the buyer's part, if it was taken.
  commission bigint := case when line.released_at is null then 0 else
    commission_on(line.order_id, line.total_kobo) - commission_on(line.order_id, line.total_kobo - line.refunded_kobo) end;
  held bigint := case when line.released_at is null then line.refunded_kobo else 0 end
    + case when parcel.released_at is null then fee else 0 end;
begin
  perform refund_fee(parcel.id, fee);
  insert into ledger (kind, seller_account_id, order_id, order_line_id, held_kobo, available_kobo, commission_kobo,
      clearing_kobo, created_at)
    values ('DISPUTE', parcel.seller_account_id, line.order_id, line.id, -held,
      held + commission - line.refunded_kobo - fee, -commission, line.refunded_kobo + fee, line.refunded_at);
end $$;

-- A line whose money becomes available, or is held again because of a dispute.
create function post_release(line order_lines, parcel parcels, at timestamptz) returns void language plpgsql as $$
declare
  kobo bigint := line.total_kobo - line.refunded_kobo;
  commission bigint := commission_on(line.order_id, kobo);
begin
  if line.released_at is null then
    insert into ledger (kind, seller_account_id, order_id, order_line_id, available_kobo, commission_kobo, held_kobo, created_at)
      values ('HOLD', parcel.seller_account_id, line.order_id, line.id, commission - kobo, -commission, kobo, at);
  elsif kobo > 0 then
    insert into ledger (kind, seller_account_id, order_id, order_line_id, held_kobo, available_kobo, commission_kobo, created_at)
      values ('RELEASE', parcel.seller_account_id, line.order_id, line.id, -kobo, kobo - commission, commission, at);
  end if;
end $$;

-- What is left of the fee is available when all lines of the parcel are settled: canceled, or released and not disputed. A dispute
-- moves it back, unless it was paid out: a payout takes all that is available to its seller. Before this migration the fee came
-- with the first line, so it may be available too early; the next change of the parcel moves it back too.
create function settle_fee(of_parcel bigint, at timestamptz) returns void language plpgsql as $$
declare
  parcel parcels;
  kobo bigint;
  is_settled boolean;
begin
  select * into parcel from parcels where id = of_parcel for update;
  kobo := parcel.fee_kobo - parcel.fee_refunded_kobo;
  if kobo = 0 then
    return;
  end if;
  is_settled := not exists (
    select from order_lines where parcel_id = of_parcel and canceled_at is null and (released_at is null or is_disputed));
  if is_settled and parcel.released_at is null then
    update parcels set released_at = at where id = of_parcel;
    insert into ledger (kind, seller_account_id, order_id, held_kobo, available_kobo, created_at)
      values ('RELEASE', parcel.seller_account_id, parcel.order_id, -kobo, kobo, at);
  elsif not is_settled and parcel.released_at is not null and not exists (
    select from payouts where seller_account_id = parcel.seller_account_id and created_at >= parcel.released_at
      and state in ('PENDING', 'SENT', 'PAID')) then
    update parcels set released_at = null where id = of_parcel;
    insert into ledger (kind, seller_account_id, order_id, available_kobo, held_kobo, created_at)
      values ('HOLD', parcel.seller_account_id, parcel.order_id, -kobo, kobo, at);
  end if;
end $$;

-- One trigger, so that the steps have an order: the price, then the fee, then what the bank took back of both.
create function post_line() returns trigger language plpgsql as $$
declare
  parcel parcels;
  is_canceled boolean := old.canceled_at is null and new.canceled_at is not null;
  is_refunded boolean := old.refunded_at is null and new.refunded_at is not null;
  at timestamptz := case
    when is_canceled then new.canceled_at
    when is_refunded then new.refunded_at
    when old.released_at is null and new.released_at is not null then new.released_at
    -- A dispute that begins or ends, with no time of its own in the line.
    else greatest(now(), old.released_at) end;
begin
  select * into parcel from parcels where id = new.parcel_id for update;
  if parcel.seller_account_id is null then
    return null;
  end if;
  if is_canceled then
    perform post_cancel(new, parcel);
  end if;
  if is_refunded then
    perform post_dispute(new, parcel);
  end if;
  if (old.released_at is null) <> (new.released_at is null) then
    perform post_release(new, parcel, at);
  end if;
  perform settle_fee(parcel.id, at);
  if is_canceled or is_refunded then
    perform post_returned(new.order_id, at);
  end if;
  return null;
end $$;
create trigger order_lines_post after update of canceled_at, refunded_at, released_at, is_disputed on order_lines for each row
  when ((old.canceled_at is null) <> (new.canceled_at is null) or (old.refunded_at is null) <> (new.refunded_at is null)
    or (old.released_at is null) <> (new.released_at is null) or old.is_disputed <> new.is_disputed)
  execute function post_line();

-- The fees when an admin approved the item; null: not approved since this migration. A much higher one is approved again.
alter table items
  add column approved_fee_same_state_kobo bigint,
  add column approved_fee_other_state_kobo bigint,
  drop constraint items_fee_same_state_kobo_check,
  drop constraint items_fee_other_state_kobo_check,
  -- The highest price, which a fee may be as high as.
  add constraint items_fees_check check (
    least(fee_same_state_kobo, fee_other_state_kobo) >= 0
    and greatest(fee_same_state_kobo, fee_other_state_kobo) <= 100000000000) not valid;
