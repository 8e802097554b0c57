create table resumable_uploads (
  id text primary key,
  owner_id bigint not null references members on delete cascade,
  bytes int not null check (bytes > 0),
  preset text not null,
  -- The upload whose picture is shown before the video plays.
  poster_id text,
  -- The answer to the last part, kept for callers who did not receive it.
  reply jsonb,
  created_at timestamptz not null
);
comment on table resumable_uploads is
  'Uploads that can be resumed, until a day after they began.';
create index resumable_uploads_by_owner on resumable_uploads (owner_id);
create index resumable_uploads_by_age on resumable_uploads (created_at);

-- Not logged, because that would write each file twice more. After a crash of the database an upload begins anew.
create unlogged table upload_parts (
  upload_id text not null references resumable_uploads on delete cascade,
  starts_at int not null,
  content bytea not null,
  primary key (upload_id, starts_at)
);
comment on table upload_parts is
  'What has arrived of resumable uploads.';
-- Pictures and videos are compressed already.
alter table upload_parts alter column content set storage external;
