create table memberships (
  group_id bigint not null references groups on delete cascade,
  member_id bigint not null references members on delete cascade,
  is_moderator boolean not null default false,
  joined_at timestamptz not null,
  primary key (group_id, member_id)
);
create index memberships_by_member on memberships (member_id);

-- Moderators first, then the newest.
create index memberships_in_order on memberships (group_id, is_moderator desc, joined_at desc, member_id desc);

create function count_membership() returns trigger language plpgsql as $$
begin
  perform 1 from members where id in (select member_id from changed) order by id for no key update;
  perform 1 from groups where id in (select group_id from changed) order by id for no key update;
  update groups set members_count = members_count + step_of(tg_op) * n
    from (select group_id, count(*) as n from changed group by 1) counted where id = counted.group_id;
  update members set groups_count = groups_count + step_of(tg_op) * n
    from (select member_id, count(*) as n from changed group by 1) counted where id = counted.member_id;
  insert into day_changes
    select metric, subject_id, lagos_day(joined_at), step_of(tg_op) * count(*)
      from changed cross join lateral (values ('groups.membership'::metric, group_id), ('system.group-memberships', 0))
        as sides (metric, subject_id) group by 1, 2, 3;
  return null;
end $$;
create trigger memberships_counted after insert on memberships referencing new table as changed
  for each statement execute function count_membership();
create trigger memberships_uncounted after delete on memberships referencing old table as changed
  for each statement execute function count_membership();

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
create index section_versions_by_section on section_versions (group_id, name, id);
create index section_versions_by_author on section_versions (author_id) where author_id is not null;
create index section_versions_by_restored on section_versions (restored_from) where restored_from is not null;
alter table sections add foreign key (version_id) references section_versions;
create index sections_by_version on sections (version_id) where version_id is not null;

create function add_sections() returns trigger language plpgsql as $$
begin
  insert into sections (group_id, name)
    select new.id, unnest(array['About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals']);
  return null;
end $$;
create trigger groups_have_sections after insert on groups for each row execute function add_sections();

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
create unique index proposals_same on proposals (group_id, name, member_id, md5(detail || E'\x1f' || description))
  where state = 'OPEN';
create index proposals_by_group on proposals (group_id, state, id);
create index proposals_by_member on proposals (member_id, id);
create unique index proposals_by_version on proposals (version_id) where version_id is not null;
create index proposals_by_decider on proposals (decided_by) where decided_by is not null;
create index proposals_by_base on proposals (based_on) where based_on is not null;
