-- Pictures in the texts of a group's sections, its versions and its proposals. They stay as long as the group, since an older
-- version can be brought back.
create table section_pictures (
  group_id bigint not null references groups on delete cascade,
  url text not null,
  primary key (url, group_id)
);
create index section_pictures_by_group on section_pictures (group_id);

-- Added to whatever the view contains by now, so that two migrations that add to it do not undo each other.
do $$ begin
  execute format('create or replace view media_in_use as %s union all select url from section_pictures',
    rtrim(pg_get_viewdef('media_in_use'), ';'));
end $$;
