-- The unread row for a cause, made where there is none; null where the receiver is the actor or has switched the kind off. The
-- row is locked, so that it cannot be marked as read before the cause is visible: the cause would never be seen. Before the first
-- cause there is no row to look for, and the insert finds by itself where there is one after all; a caller that knows it to be
-- the first says so.
--
-- Every comment, like and follow runs this, and its tables are read by key alone, so one plan fits all: planning anew took two
-- thirds of a comment's time.
create or replace function open_notification(
  receiver bigint, of_kind notification_kind, of_type text, of_id bigint, actor bigint, at timestamptz,
  is_first boolean default false
) returns bigint language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  opened bigint;
begin
  if receiver = actor or exists (
    select from notification_settings where member_id = receiver and kind = of_kind and not in_app
  ) then
    return null;
  end if;
  -- Two statements, because no index finds `is not distinct from`.
  if of_id is null then
    select id into opened from notifications
      where member_id = receiver and kind = of_kind and target_type is null and target_id is null and read_at is null
      for share;
  elsif not is_first then
    select id into opened from notifications
      where member_id = receiver and kind = of_kind and target_type = of_type and target_id = of_id and read_at is null
      for share;
  end if;
  if opened is null then
    insert into notifications (member_id, kind, target_type, target_id, created_at, latest_at)
      values (receiver, of_kind, of_type, of_id, at, at)
      on conflict (member_id, kind, target_type, target_id) where read_at is null
        do update set latest_at = excluded.latest_at
      returning id into opened;
  end if;
  return opened;
end $$;
