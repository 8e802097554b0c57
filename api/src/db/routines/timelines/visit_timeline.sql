-- Records a visit and returns whether the timeline can be read. A long one is trimmed; one with few rows left above its
-- floor after many unfollows will be filled again.
create or replace function visit_timeline(visitor_id bigint, visited_at timestamptz) returns boolean language plpgsql as $$
declare
  saved timelines;
  length integer;
begin
  insert into timelines (member_id, seen_at) values (visitor_id, visited_at) on conflict do nothing;
  -- Locked by a fill, a follow or another visit: this visit queries the posts directly and does not wait.
  select * into saved from timelines where member_id = visitor_id for no key update skip locked;
  if not found then return false; end if;
  update timelines set seen_at = visited_at where member_id = visitor_id and seen_at < visited_at;
  if not saved.is_filled then return false; end if;
  select count(*) into length from timeline_posts where member_id = visitor_id;
  if length > timeline_length() * 1.5 then perform trim_timeline(visitor_id); end if;
  if length < timeline_length() / 5 and saved.floor_id > 0 then
    update timelines set is_filled = false where member_id = visitor_id;
    return false;
  end if;
  return true;
end $$;
