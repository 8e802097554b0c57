-- replaces up to 0066_checked_targets.sql
create table memberships (
  group_id bigint not null references groups on delete cascade,
  member_id bigint not null references members on delete cascade,
  is_moderator boolean not null default false,
  joined_at timestamptz not null,
  primary key (group_id, member_id)
);
comment on table memberships is
  'Who belongs to which group, and who moderates it.';
create index memberships_by_member on memberships (member_id);
-- Moderators first, then the newest.
create index memberships_in_order on memberships (group_id, is_moderator desc, joined_at desc, member_id desc);

create table sections (
  group_id bigint not null references groups on delete cascade,
  name text not null check (name in ('About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals')),
  detail text not null default '',
  description text not null default '',
  updated_at timestamptz,
  -- The version shown; null until somebody writes.
  version_id bigint,
  primary key (group_id, name)
);
comment on table sections is
  'The current text of each of the six sections of a group.';

create table section_versions (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  name text not null,
  detail text not null,
  description text not null,
  -- Null: written by the product itself, or the author was erased.
  author_id bigint references members on delete set null,
  restored_from bigint references section_versions on delete set null,
  created_at timestamptz not null,
  foreign key (group_id, name) references sections on delete cascade
);
comment on table section_versions is
  'Every text that a section has had.';
alter table sections add foreign key (version_id) references section_versions;
create index sections_by_version on sections (version_id) where version_id is not null;
create index section_versions_by_section on section_versions (group_id, name, id);
create index section_versions_by_author on section_versions (author_id) where author_id is not null;
create index section_versions_by_restored on section_versions (restored_from) where restored_from is not null;

create table proposals (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  name text not null,
  member_id bigint not null references members on delete cascade,
  detail text not null,
  description text not null,
  note text not null default '',
  -- The version that the proposal changes. Null: the section was empty.
  based_on bigint references section_versions on delete set null,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'DECLINED')),
  reason text,
  decided_by bigint references members on delete set null,
  decided_at timestamptz,
  -- The version that it became once accepted.
  version_id bigint references section_versions on delete set null,
  created_at timestamptz not null,
  foreign key (group_id, name) references sections on delete cascade,
  check ((state = 'OPEN') = (decided_at is null))
);
comment on table proposals is
  'Changes of a section that a member proposed, and what became of them.';
create unique index proposals_same on proposals (group_id, name, member_id, md5(detail || E'\x1f' || description))
  where state = 'OPEN';
create index proposals_by_group on proposals (group_id, state, id);
create index proposals_by_member on proposals (member_id, id);
create unique index proposals_by_version on proposals (version_id) where version_id is not null;
create index proposals_by_decider on proposals (decided_by) where decided_by is not null;
create index proposals_by_base on proposals (based_on) where based_on is not null;
create index proposals_open on proposals (id) where state = 'OPEN';

create table section_pictures (
  group_id bigint not null references groups on delete cascade,
  url text not null,
  primary key (url, group_id)
);
comment on table section_pictures is
  'Pictures in the texts of a group''s sections, its versions and its proposals. They stay as long as the group, since an older version can be brought back.';
create index section_pictures_by_group on section_pictures (group_id);

create table proposed_groups (
  id bigint generated always as identity primary key,
  member_id bigint not null unique references members on delete cascade,
  name text not null check (length(name) between 1 and 80),
  folded text generated always as (fold(name)) stored,
  created_at timestamptz not null
);
comment on table proposed_groups is
  'The people that a member named at sign-up because no group of it existed yet. Deleted when staff move the member to a group.';
create index proposed_groups_by_name on proposed_groups (folded, id);
