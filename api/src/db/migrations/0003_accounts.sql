create table groups (
  id bigint generated always as identity primary key,
  slug text unique,
  name text not null,
  description text not null default '',
  image text,
  header text,
  language text,
  greeting text,
  state_codes text[] not null default '{}',
  other_names text[] not null default '{}',
  -- Names used by other peoples. Searched, never shown.
  exonyms text[] not null default '{}',
  members_count integer not null default 0 check (members_count >= 0),
  search_text text generated always as (fold_all(array[name] || other_names || exonyms)) stored,
  sort_name text generated always as (fold(name)) stored,
  created_at timestamptz not null
);
create unique index groups_name on groups (lower(name));
create index groups_by_name on groups (sort_name, id);
create index groups_by_image on groups (image) where image is not null;
create index groups_by_header on groups (header) where header is not null;

-- Counts change all the time and no index holds them: with room on its page, a row is rewritten without a new entry in each of
-- the many indexes.
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
  suspended_at timestamptz,
  suspended_by bigint references members on delete set null,
  closure_requested_at timestamptz,
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  posts_count integer not null default 0 check (posts_count >= 0),
  groups_count integer not null default 0 check (groups_count >= 0),
  items_count integer not null default 0 check (items_count >= 0),
  search_text text generated always as (fold(username || ' ' || firstname || ' ' || lastname)) stored,
  created_at timestamptz not null
) with (fillfactor = 80);
create unique index members_username on members (lower(username));
create unique index members_email on members (lower(email));
create index members_search on members using gin (search_text gin_trgm_ops);
create index members_by_email_part on members using gin (lower(email) gin_trgm_ops);
create index members_unverified on members (created_at) where verified_at is null;
create index members_closing on members (closure_requested_at) where closure_requested_at is not null;
create index members_suspended on members (suspended_until) where suspended_until is not null;
create index members_suspended_by on members (suspended_by) where suspended_by is not null;
create index members_by_group on members (group_id);

-- The few members that the list of a group's members leaves out.
create index members_hiding_group on members (group_id) where not shows_group;
create index members_by_profile_image on members (profile_image) where profile_image is not null;
create index members_by_header_image on members (header_image) where header_image is not null;

create function count_signup() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select 'system.signups', 0, lagos_day(created_at), step_of(tg_op) * count(*) from changed group by 3;
  return null;
end $$;
create trigger members_counted after insert on members referencing new table as changed
  for each statement execute function count_signup();
create trigger members_uncounted after delete on members referencing old table as changed
  for each statement execute function count_signup();

create table sessions (
  id text primary key,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_member on sessions (member_id);
create index sessions_by_end on sessions (expires_at);

-- The rows stay for analytics when the member is erased.
create table logins (
  id bigint generated always as identity primary key,
  member_id bigint references members on delete set null,
  created_at timestamptz not null
);
create index logins_by_member on logins (member_id, created_at);
create index logins_by_time on logins (created_at);

create function count_login() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), count(*)
      from changed cross join lateral (values ('user.logins'::metric, member_id), ('system.logins', 0))
        as sides (metric, subject_id) where subject_id is not null group by 1, 2, 3;
  return null;
end $$;
create trigger logins_counted after insert on logins referencing new table as changed
  for each statement execute function count_login();

-- Log-ins of an erased member stay, but belong to nobody.
create function uncount_logins_of_erased() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select 'user.logins', was.member_id, lagos_day(was.created_at), -count(*)
      from was join changed using (id)
      where was.member_id is not null and changed.member_id is null group by 2, 3;
  return null;
end $$;
create trigger logins_of_erased after update on logins referencing old table as was new table as changed
  for each statement execute function uncount_logins_of_erased();

-- Only hashes are stored: whoever reads this table can neither verify an address nor reset a password.
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

-- Addresses from which the member has signed in before. Wrong guesses from elsewhere do not lock the member out there.
create table familiar_addresses (
  member_id bigint not null references members on delete cascade,
  address_hash bytea not null,
  seen_at timestamptz not null,
  primary key (member_id, address_hash)
);

-- Usernames of erased members, as keyed hashes, so that nobody can take them for a year.
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
