create table reports (
  id bigint generated always as identity primary key,
  -- The report stays for the moderators when the reporter is erased.
  reporter_id bigint references members on delete set null,
  reported_id bigint not null references members on delete cascade,
  target_type text not null check (target_type in ('post', 'comment', 'user', 'chat', 'item')),
  target_id bigint not null,
  group_id bigint references groups on delete set null,
  reason text not null check (length(reason) between 1 and 500),
  -- The reported content at that moment: it may be changed or deleted before a moderator sees it.
  snapshot jsonb not null,
  closed_at timestamptz,
  closed_by bigint references members on delete set null,
  -- What a search looks at: the reason and the usernames of both members.
  search_text text not null default '',
  created_at timestamptz not null
);

create function set_report_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := fold(concat_ws(' ', new.reason,
    (select username from members where id = new.reported_id),
    (select username from members where id = new.reporter_id)));
  return new;
end $$;

-- Also when the reporter is erased, so that nobody is found by an erased name.
create trigger reports_searchable before insert or update of reason, reporter_id, reported_id on reports
  for each row execute function set_report_search_text();

-- A member can have one open report of the same content.
create unique index reports_open on reports (reporter_id, target_type, target_id) where closed_at is null;
create index reports_by_reported on reports (reported_id, created_at desc, id desc);
create index reports_by_reporter on reports (reporter_id, created_at desc, id desc);
create index reports_by_time on reports (created_at desc, id desc) include (reported_id);
create index reports_by_group on reports (group_id, created_at desc, id desc) include (reported_id);
create index reports_by_kind on reports (target_type, created_at desc, id desc) include (reported_id);
create index reports_pending on reports (created_at desc, id desc) include (reported_id) where closed_at is null;
create index reports_closed on reports (created_at desc, id desc) include (reported_id) where closed_at is not null;
create index reports_by_closer on reports (closed_by) where closed_by is not null;
create index reports_search on reports using gin (search_text gin_trgm_ops);

-- The pictures of reported content: their files stay while the report is open, even if the content is deleted.
create table report_media (
  report_id bigint not null references reports on delete cascade,
  url text not null,
  primary key (report_id, url)
);
create index report_media_by_url on report_media (url);

-- How many reports there are of each kind, so that a long list knows its total without counting.
create table report_counts (
  -- 0 for reports outside of groups.
  group_id bigint not null,
  target_type text not null,
  is_closed boolean not null,
  n bigint not null check (n >= 0),
  primary key (group_id, target_type, is_closed)
);

-- Counters of open reports are always locked before those of closed ones, so that two writers cannot deadlock.
create function count_reports_in() returns trigger language plpgsql as $$
begin
  insert into report_counts as counted (group_id, target_type, is_closed, n)
    select coalesce(group_id, 0), target_type, closed_at is not null, count(*) from added
    group by 1, 2, 3 order by 3, 1, 2
    on conflict (group_id, target_type, is_closed) do update set n = counted.n + excluded.n;
  return null;
end $$;

create function count_reports_out() returns trigger language plpgsql as $$
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
create trigger reports_counted_in after insert on reports
  referencing new table as added for each statement execute function count_reports_in();
create trigger reports_counted_out after delete on reports
  referencing old table as removed for each statement execute function count_reports_out();

-- Only reports whose kind has changed: an erasure, which removes the reporter from many reports, locks no counter.
create function count_reports_moved() returns trigger language plpgsql as $$
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
create trigger reports_counted_anew after update on reports
  referencing old table as removed new table as added for each statement execute function count_reports_moved();
