-- Every file in the media store. An address in a request is accepted only if it is listed here.
create table media (
  id bigint generated always as identity primary key,
  owner_id bigint references members on delete set null,
  url text not null unique,
  -- The names of the file and its thumbnails in the store.
  keys text[] not null,
  thumbnail_url text unique,
  type text not null,
  bytes bigint not null check (bytes >= 0),
  width integer,
  height integer,
  -- Null until the file is in the store: the row is written first, so that no file exists without a row.
  stored_at timestamptz,
  -- When the file was last used. Using it again updates the row, so that the sweeper cannot delete it at that moment.
  claimed_at timestamptz not null,
  created_at timestamptz not null
);
create index media_by_owner on media (owner_id);
create index media_pending on media (created_at) where stored_at is null;
create index media_by_claim on media (claimed_at) where stored_at is not null;
