-- As in 0018 and 0042. Before the first cause there is no row to look for, and the insert finds by itself where there is one
-- after all; a caller that knows it to be the first says so.
drop function open_notification(bigint, notification_kind, text, bigint, bigint, timestamptz);
create function open_notification(
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

-- What `copy_post_columns` and `notify_like` did, with one look at the post.
create function prepare_like() returns trigger language plpgsql as $$
declare
  is_first boolean;
begin
  select author_id, group_id, is_hidden, likes_count = 0
    into new.post_author_id, new.post_group_id, new.is_post_hidden, is_first from posts where id = new.post_id;
  if not found then
    -- The foreign key reports it.
    new.post_author_id := 0;
    new.is_post_hidden := false;
    return new;
  end if;
  new.notification_id :=
    open_notification(new.post_author_id, 'LIKE', 'post', new.post_id, new.member_id, new.created_at, is_first);
  return new;
end $$;
drop trigger likes_copy_post on likes;
drop trigger likes_notify on likes;
drop function notify_like();
create trigger likes_prepared before insert on likes for each row execute function prepare_like();
