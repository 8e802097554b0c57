-- Every group has its six sections from the first moment, written or not: who writes has a row to hold.
alter table sections add column version_id bigint;
alter table sections alter column updated_at drop not null;

create table section_versions (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  name text not null,
  detail text not null,
  description text not null,
  -- Null: the product itself, or somebody since erased.
  author_id bigint references members on delete set null,
  restored_from bigint references section_versions on delete set null,
  created_at timestamptz not null,
  foreign key (group_id, name) references sections on delete cascade
);
create index section_versions_by_section on section_versions (group_id, name, id);
create index section_versions_by_author on section_versions (author_id) where author_id is not null;
alter table sections add foreign key (version_id) references section_versions;

insert into section_versions (group_id, name, detail, description, created_at)
  select group_id, name, detail, description, updated_at from sections;
update sections set version_id = section_versions.id from section_versions
  where section_versions.group_id = sections.group_id and section_versions.name = sections.name;

create function open_sections() returns trigger language plpgsql as $$
begin
  insert into sections (group_id, name)
    select new.id, unnest(array['About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals']);
  return null;
end $$;
create trigger groups_have_sections after insert on groups for each row execute function open_sections();
insert into sections (group_id, name)
  select groups.id, given.name
    from groups, unnest(array['About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals']) as given (name)
  on conflict do nothing;

create table proposals (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  name text not null,
  member_id bigint not null references members on delete cascade,
  detail text not null,
  description text not null,
  note text not null default '',
  -- The version that was changed; null: none was written yet.
  based_on bigint references section_versions on delete set null,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'DECLINED')),
  reason text,
  decided_by bigint references members on delete set null,
  decided_at timestamptz,
  -- The version it became.
  version_id bigint references section_versions on delete set null,
  created_at timestamptz not null,
  foreign key (group_id, name) references sections on delete cascade,
  check ((state = 'OPEN') = (decided_at is null))
);
create unique index proposals_same on proposals (group_id, name, member_id, md5(detail || E'\x1f' || description))
  where state = 'OPEN';
create index proposals_by_group on proposals (group_id, state, id);
create index proposals_by_member on proposals (member_id, id);
create unique index proposals_by_version on proposals (version_id) where version_id is not null;
create index proposals_by_decider on proposals (decided_by) where decided_by is not null;

-- Moderators first, then the newest.
create index memberships_in_order on memberships (group_id, is_moderator desc, joined_at desc, member_id desc);
-- The few whom the list of a group's members leaves out.
create index members_hiding_group on members (group_id) where not shows_group;

create or replace view media_in_use as
  select profile_image as url from members where profile_image is not null
  union all
  select header_image from members where header_image is not null
  union all
  select url from post_media
  union all
  select image_url from items where image_url is not null
  union all
  select url from report_media join reports on reports.id = report_id where addressed_at is null
  union all
  select image from groups where image is not null
  union all
  select header from groups where header is not null;
create index groups_by_image on groups (image) where image is not null;
create index groups_by_header on groups (header) where header is not null;
