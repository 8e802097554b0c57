create or replace function count_reports_out() returns trigger language plpgsql as $$
begin
  perform 1 from report_counts counted
    where exists (select from removed where coalesce(removed.group_id, 0) = counted.group_id
      and removed.target_type = counted.target_type and (closed_at is not null) = is_closed)
    order by is_closed, group_id, target_type for update;
  update report_counts counted set n = n - less
    from (
      select coalesce(group_id, 0) as group_id, target_type, closed_at is not null as is_closed, count(*) as less
        from removed group by 1, 2, 3
    ) gone
    where (counted.group_id, counted.target_type, counted.is_closed) =
      (gone.group_id, gone.target_type, gone.is_closed);
  return null;
end $$;
create or replace trigger reports_counted_out after delete on reports
  referencing old table as removed for each statement execute function count_reports_out();
