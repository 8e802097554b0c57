-- A price that a buyer proposes for an item, shown by a message to the seller.
create table offers (
  id bigint generated always as identity primary key,
  item_id bigint not null references items on delete cascade,
  buyer_id bigint not null references members on delete cascade,
  message_id bigint not null unique references messages on delete cascade,
  -- As the buyer saw it.
  item_name text not null,
  price_kobo bigint not null check (price_kobo > 0),
  state text not null default 'OPEN'
    check (state in ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'USED', 'LAPSED')),
  created_at timestamptz not null,
  -- When the state changed last.
  decided_at timestamptz,
  -- Until then the seller may accept, and later the buyer may buy for this price.
  valid_until timestamptz not null,
  check ((state = 'OPEN') = (decided_at is null))
);
create unique index offers_one_at_a_time on offers (buyer_id, item_id) where state in ('OPEN', 'ACCEPTED');
create index offers_by_item on offers (item_id);
create index offers_by_buyer on offers (buyer_id);
create index offers_by_end on offers (valid_until) where state in ('OPEN', 'ACCEPTED');

-- Both open pages get the message again, with the state of today. In the order in which mailboxes are locked.
create function offers_moved() returns trigger language plpgsql as $$
begin
  perform add_live_event(side, 'message', array[message_id], null, at)
    from (
      select side, messages.id as message_id, now_offers.decided_at as at
      from now_offers join old_offers using (id) join messages on messages.id = now_offers.message_id,
        lateral (values (sender_id), (receiver_id)) as sides (side)
      where now_offers.state <> old_offers.state
    ) moved order by side, message_id;
  return null;
end $$;
create trigger offers_moved after update on offers
  referencing old table as old_offers new table as now_offers
  for each statement execute function offers_moved();
