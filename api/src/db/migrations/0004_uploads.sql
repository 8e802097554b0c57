alter table media
  add column thumbnail_url text unique,
  add column type text not null default 'image/webp',
  add column bytes bigint not null default 0 check (bytes >= 0),
  add column width integer,
  add column height integer,
  -- Null until the file is in the store: a row is written before its file, so that no file is ever without a row.
  add column stored_at timestamptz,
  -- When the file was last put into use. Taking it up again changes the row, so the sweeper cannot miss it.
  add column claimed_at timestamptz;
update media set stored_at = created_at, claimed_at = created_at;
alter table media
  alter column claimed_at set not null,
  alter column type drop default,
  alter column bytes drop default;
create index media_pending on media (created_at) where stored_at is null;
create index media_by_claim on media (claimed_at) where stored_at is not null;

-- Every address that something shows. Whatever begins to hold pictures replaces this view and adds itself;
-- files that are not in it are swept.
create view media_in_use as
  select profile_image as url from members where profile_image is not null
  union all
  select header_image from members where header_image is not null;
