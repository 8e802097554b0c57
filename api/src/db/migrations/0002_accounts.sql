create table members (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  firstname text not null,
  lastname text not null,
  phone_number text,
  phone_e164 text,
  bio text,
  profile_image text,
  header_image text,
  role text not null default 'USER' check (role in ('USER', 'ADMIN', 'SUPERADMIN')),
  group_id bigint references groups on delete set null,
  shows_group boolean not null default true,
  verified_at timestamptz,
  banned_at timestamptz,
  ban_reason text,
  suspended_until timestamptz,
  suspension_reason text,
  closure_asked_at timestamptz,
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  posts_count integer not null default 0 check (posts_count >= 0),
  groups_count integer not null default 0 check (groups_count >= 0),
  items_count integer not null default 0 check (items_count >= 0),
  search_text text generated always as (fold(username || ' ' || firstname || ' ' || lastname)) stored,
  created_at timestamptz not null
);
create unique index members_username on members (lower(username));
create unique index members_email on members (lower(email));
create index members_search on members using gin (search_text gin_trgm_ops);
create index members_unverified on members (created_at) where verified_at is null;
create index members_closing on members (closure_asked_at) where closure_asked_at is not null;
create index members_by_group on members (group_id);

create table sessions (
  id text primary key,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_member on sessions (member_id);
create index sessions_by_end on sessions (expires_at);

-- Events, kept for the analytics when the member is gone.
create table logins (
  id bigint generated always as identity primary key,
  member_id bigint references members on delete set null,
  created_at timestamptz not null
);
create index logins_by_member on logins (member_id, created_at);
create index logins_by_time on logins (created_at);

-- Only hashes: whoever reads this table can verify nothing and reset nothing.
create table codes (
  code_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  kind text not null check (kind in ('verify', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index codes_by_member on codes (member_id);
create index codes_by_end on codes (expires_at);

create table consents (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  kind text not null,
  wording text not null,
  given_at timestamptz not null
);
create index consents_by_member on consents (member_id);

-- Where a member has been let in from before: there, strangers' wrong guesses do not lock the member out.
create table familiar_addresses (
  member_id bigint not null references members on delete cascade,
  address_hash bytea not null,
  seen_at timestamptz not null,
  primary key (member_id, address_hash)
);

-- Usernames of erased members, as keyed hashes, so that nobody steps into their place for a year.
create table retired_usernames (
  username_hash bytea primary key,
  until timestamptz not null
);

create table idempotency_keys (
  member_id bigint not null references members on delete cascade,
  key text not null,
  fingerprint bytea not null,
  status integer,
  answer text,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

-- Every file the media store gave out; an address in a payload counts only if it stands here.
create table media (
  id bigint generated always as identity primary key,
  owner_id bigint references members on delete set null,
  url text not null unique,
  -- The names under which the store holds the file and its smaller forms.
  keys text[] not null,
  created_at timestamptz not null
);
create index media_by_owner on media (owner_id);
