-- Only reports whose kind has changed: an erasure, which removes the reporter from many reports, locks no counter.
create or replace function count_reports_moved() returns trigger language plpgsql as $$
declare
  kinds report_counts[];
begin
  select array_agg((group_id, target_type, is_closed, n)::report_counts order by is_closed, group_id, target_type)
    into kinds
    from (
      select sides.group_id, sides.target_type, is_closed, sum(one)::bigint as n
        from removed was join added became using (id)
          cross join lateral (values
            (coalesce(was.group_id, 0), was.target_type, was.closed_at is not null, -1),
            (coalesce(became.group_id, 0), became.target_type, became.closed_at is not null, 1)
          ) as sides (group_id, target_type, is_closed, one)
        group by 1, 2, 3 having sum(one) <> 0
    ) changed;
  insert into report_counts as counted
    select group_id, target_type, is_closed, 0 from unnest(kinds)
    on conflict (group_id, target_type, is_closed) do update set n = counted.n;
  update report_counts counted set n = counted.n + moved.n from unnest(kinds) moved
    where (counted.group_id, counted.target_type, counted.is_closed) =
      (moved.group_id, moved.target_type, moved.is_closed);
  return null;
end $$;
create or replace trigger reports_counted_anew after update on reports
  referencing old table as removed new table as added for each statement execute function count_reports_moved();
