create table reports (
  id bigint generated always as identity primary key,
  -- Kept for the moderators when the reporter is erased.
  reporter_id bigint references members on delete set null,
  reported_id bigint not null references members on delete cascade,
  target_type text not null check (target_type in ('post', 'comment', 'user')),
  target_id bigint not null,
  group_id bigint references groups on delete set null,
  reason text not null check (length(reason) between 1 and 500),
  -- What was reported, as it stood then: it may be changed or deleted before anybody looks.
  snapshot jsonb not null,
  addressed_at timestamptz,
  created_at timestamptz not null
);
-- Of two reports of the same thing by the same member one is enough.
create unique index reports_open on reports (reporter_id, target_type, target_id) where addressed_at is null;
create index reports_by_reported on reports (reported_id);
create index reports_by_time on reports (created_at, id);

-- The pictures of a reported post: while the report is open their files stay, even when the post is deleted.
create table report_media (
  report_id bigint not null references reports on delete cascade,
  url text not null,
  primary key (report_id, url)
);
create index report_media_by_url on report_media (url);
