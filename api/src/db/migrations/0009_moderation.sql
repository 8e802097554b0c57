-- replaces up to 0066_checked_targets.sql
create table reports (
  id bigint generated always as identity primary key,
  -- The report stays for the moderators when the reporter is erased.
  reporter_id bigint references members on delete set null,
  reported_id bigint not null references members on delete cascade,
  target_type text not null check (target_type in ('post', 'comment', 'user', 'chat', 'item', 'review')),
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
comment on table reports is
  'Reports by members about content or other members.';
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
-- How much waits for staff: counted in the menu of each of them every minute, at most 1,000 of each kind.
create index reports_open_targets on reports (target_type, target_id) include (reported_id) where closed_at is null;

create table report_media (
  report_id bigint not null references reports on delete cascade,
  url text not null,
  primary key (report_id, url)
);
comment on table report_media is
  'The pictures of reported content: their files stay while the report is open, even if the content is deleted.';
create index report_media_by_url on report_media (url);

create table report_counts (
  -- 0 for reports outside of groups.
  group_id bigint not null,
  target_type text not null,
  is_closed boolean not null,
  n bigint not null check (n >= 0),
  primary key (group_id, target_type, is_closed)
);
comment on table report_counts is
  'How many reports there are of each kind, so that a long list knows its total without counting.';

create table audit_log (
  id bigint generated always as identity primary key,
  -- Null: the owner, on the command line of the server.
  actor_id bigint,
  member_id bigint,
  action text not null,
  reason text check (length(reason) <= 500),
  -- Details such as for how long, or which section.
  detail text,
  target_type text,
  target_id bigint,
  created_at timestamptz not null
);
comment on table audit_log is
  'Every action of staff and moderators. No foreign keys and no names: rows outlive the members they refer to.';
create index audit_log_by_actor on audit_log (actor_id, id desc) include (member_id, action);
create index audit_log_by_member on audit_log (member_id, id desc) include (actor_id, action);
create index audit_log_by_action on audit_log (action, id desc);
-- Whose analytics an admin has opened recently, so that one session writes one row.
create index audit_log_views on audit_log (actor_id, member_id, created_at) where action = 'VIEW_ANALYTICS';
