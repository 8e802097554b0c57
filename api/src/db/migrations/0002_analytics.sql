-- Counts per day in Lagos, so that analytics cost the same whether a member has ten likes or ten million
-- (docs/decisions/0019).
create type metric as enum (
  'user.followers', 'user.follows', 'user.posts', 'user.group-posts', 'user.given-likes', 'user.received-likes',
  'user.given-comments', 'user.received-comments', 'user.logins',
  'groups.membership', 'groups.posts', 'groups.comments', 'groups.likes',
  'system.signups', 'system.logins', 'system.posts', 'system.group-memberships', 'system.bans', 'system.suspensions'
);

create table day_counts (
  metric metric not null,
  -- A member, a group, or 0 for the whole system. No foreign key: triggers count down when the counted rows are deleted.
  subject_id bigint not null,
  day date not null,
  value integer not null check (value <> 0),
  -- Includes the value, so that five years of days are read from the index alone.
  primary key (metric, subject_id, day) include (value)
);

-- Changes that are not in day_counts yet. Every write only inserts here, so that nobody waits for a counter, however many
-- count the same thing. A job adds them to day_counts every minute; readers sum both tables. Emptied all the time: vacuum
-- must run early.
create table day_changes (
  metric metric not null,
  subject_id bigint not null,
  day date not null,
  step integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index day_changes_by_subject on day_changes (metric, subject_id, day);
