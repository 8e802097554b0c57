-- Counts move all the time, and no index holds them: with room on its page, a row is written anew without a new entry in
-- each of the many indexes. A ban counts down all who followed.
alter table members set (fillfactor = 80);

-- Who was suspended since when and by whom; what came of it before lies in the audit log.
alter table members
  add suspended_at timestamptz,
  add suspended_by bigint references members on delete set null;
-- Since when nobody knows; not after today, nor after the end.
update members set suspended_at = least(now(), suspended_until) where suspended_until is not null;
create index members_suspended on members (suspended_until) where suspended_until is not null;
create index members_suspended_by on members (suspended_by) where suspended_by is not null;
create index members_by_email_part on members using gin (lower(email) gin_trgm_ops);

alter table reports
  add addressed_by bigint references members on delete set null,
  -- What a search looks at: the reason and the usernames of both, which never change.
  add search_text text not null default '';
create function word_report() returns trigger language plpgsql as $$
begin
  new.search_text := fold(concat_ws(' ', new.reason,
    (select username from members where id = new.reported_id),
    (select username from members where id = new.reporter_id)));
  return new;
end $$;
-- Also when the reporter is erased: nobody is found by a name that is gone.
create trigger reports_worded before insert or update of reason, reporter_id, reported_id on reports
  for each row execute function word_report();
update reports set reason = reason;
create index reports_addressed_by on reports (addressed_by) where addressed_by is not null;
drop index reports_by_reported;
create index reports_by_reported on reports (reported_id, created_at desc, id desc);
create index reports_by_reporter on reports (reporter_id, created_at desc, id desc);
-- With whom it is about, so that whoever leafs through passes over those about themselves in the index.
drop index reports_by_time;
create index reports_by_time on reports (created_at desc, id desc) include (reported_id);
create index reports_by_group on reports (group_id, created_at desc, id desc) include (reported_id);
create index reports_by_kind on reports (target_type, created_at desc, id desc) include (reported_id);
create index reports_still_open on reports (created_at desc, id desc) include (reported_id) where addressed_at is null;
create index reports_settled on reports (created_at desc, id desc) include (reported_id) where addressed_at is not null;
create index reports_search on reports using gin (search_text gin_trgm_ops);

-- How many there are of each kind: the pages of a long queue say their total without counting it every time.
create table report_counts (
  -- 0 where it belongs to no group.
  group_id bigint not null,
  target_type text not null,
  is_addressed boolean not null,
  n bigint not null check (n >= 0),
  primary key (group_id, target_type, is_addressed)
);

-- All who count take the numbers of open reports first and then those of addressed ones: they wait in a line, never in a ring.
create function count_reports_in() returns trigger language plpgsql as $$
begin
  insert into report_counts as counted (group_id, target_type, is_addressed, n)
    select coalesce(group_id, 0), target_type, addressed_at is not null, count(*) from added
    group by 1, 2, 3 order by 3, 1, 2
    on conflict (group_id, target_type, is_addressed) do update set n = counted.n + excluded.n;
  return null;
end $$;
create function count_reports_out() returns trigger language plpgsql as $$
begin
  perform 1 from report_counts counted
    where exists (select from removed where coalesce(removed.group_id, 0) = counted.group_id
      and removed.target_type = counted.target_type and (addressed_at is not null) = is_addressed)
    order by is_addressed, group_id, target_type for update;
  update report_counts counted set n = n - less
    from (
      select coalesce(group_id, 0) as group_id, target_type, addressed_at is not null as is_addressed, count(*) as less
        from removed group by 1, 2, 3
    ) gone
    where (counted.group_id, counted.target_type, counted.is_addressed) =
      (gone.group_id, gone.target_type, gone.is_addressed);
  return null;
end $$;
create trigger reports_counted_in after insert on reports
  referencing new table as added for each statement execute function count_reports_in();
create trigger reports_counted_out after delete on reports
  referencing old table as removed for each statement execute function count_reports_out();
-- Only those of another kind than before: an erasure, which takes the reporter off many reports, holds no number meanwhile.
create function count_reports_moved() returns trigger language plpgsql as $$
declare
  kinds report_counts[];
begin
  select array_agg((group_id, target_type, is_addressed, n)::report_counts order by is_addressed, group_id, target_type)
    into kinds
    from (
      select sides.group_id, sides.target_type, is_addressed, sum(one)::bigint as n
        from removed was join added became using (id)
          cross join lateral (values
            (coalesce(was.group_id, 0), was.target_type, was.addressed_at is not null, -1),
            (coalesce(became.group_id, 0), became.target_type, became.addressed_at is not null, 1)
          ) as sides (group_id, target_type, is_addressed, one)
        group by 1, 2, 3 having sum(one) <> 0
    ) changed;
  insert into report_counts as counted
    select group_id, target_type, is_addressed, 0 from unnest(kinds)
    on conflict (group_id, target_type, is_addressed) do update set n = counted.n;
  update report_counts counted set n = counted.n + moved.n from unnest(kinds) moved
    where (counted.group_id, counted.target_type, counted.is_addressed) =
      (moved.group_id, moved.target_type, moved.is_addressed);
  return null;
end $$;
create trigger reports_counted_anew after update on reports
  referencing old table as removed new table as added for each statement execute function count_reports_moved();
insert into report_counts
  select coalesce(group_id, 0), target_type, addressed_at is not null, count(*) from reports group by 1, 2, 3;

-- Every deed of staff and moderators. No foreign keys and no names: it outlives those it speaks of, and holds only numbers of
-- them.
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id bigint not null,
  member_id bigint,
  action text not null,
  reason text check (length(reason) <= 500),
  -- What the rest does not say: for how long, which section.
  detail text,
  target_type text,
  target_id bigint,
  created_at timestamptz not null
);
create index audit_log_by_actor on audit_log (actor_id, id desc);
create index audit_log_by_member on audit_log (member_id, id desc);
create index audit_log_by_action on audit_log (action, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only written to, never changed.';
end $$;
create trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
alter table audit_log enable always trigger audit_log_stays;
