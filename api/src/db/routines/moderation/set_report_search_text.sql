create or replace function set_report_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := fold(concat_ws(' ', new.reason,
    (select username from members where id = new.reported_id),
    (select username from members where id = new.reporter_id)));
  return new;
end $$;

-- Also when the reporter is erased, so that nobody is found by an erased name.
create or replace trigger reports_searchable before insert or update of reason, reporter_id, reported_id on reports
  for each row execute function set_report_search_text();
