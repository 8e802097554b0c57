-- Counters of open reports are always locked before those of closed ones, so that two writers cannot deadlock.
create or replace function count_reports_in() returns trigger language plpgsql as $$
begin
  insert into report_counts as counted (group_id, target_type, is_closed, n)
    select coalesce(group_id, 0), target_type, closed_at is not null, count(*) from added
    group by 1, 2, 3 order by 3, 1, 2
    on conflict (group_id, target_type, is_closed) do update set n = counted.n + excluded.n;
  return null;
end $$;
create or replace trigger reports_counted_in after insert on reports
  referencing new table as added for each statement execute function count_reports_in();
