-- Deletes all but the newest rows and raises the floor accordingly. The caller has locked the timeline's row.
create or replace function trim_timeline(trimmed_id bigint) returns void language plpgsql as $$
declare
  floor constant bigint := (
    select post_id - 1 from timeline_posts where member_id = trimmed_id
    order by post_id desc offset timeline_length() - 1 limit 1
  );
begin
  if floor is null then return; end if;
  update timelines set floor_id = greatest(floor_id, floor) where member_id = trimmed_id;
  delete from timeline_posts where member_id = trimmed_id and post_id <= floor;
end $$;
