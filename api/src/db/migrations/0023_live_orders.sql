-- Open order pages follow each other: an event for the buyer (other_id is the order) and for each seller (its line).
alter table live_events add column state text,
  drop constraint live_events_kind_check,
  add constraint live_events_kind_check check (kind in ('message', 'read', 'block', 'quiet', 'order'));
