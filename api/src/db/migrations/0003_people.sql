create table memberships (
  group_id bigint not null references groups on delete cascade,
  member_id bigint not null references members on delete cascade,
  is_moderator boolean not null default false,
  joined_at timestamptz not null,
  primary key (group_id, member_id)
);
create index memberships_by_member on memberships (member_id);

create table follows (
  follower_id bigint not null references members on delete cascade,
  followed_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_by_followed on follows (followed_id);

create table blocks (
  blocker_id bigint not null references members on delete cascade,
  blocked_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id);

-- Counters move with the rows they count, in the same transaction and on every path, cascades included.
create function count_membership() returns trigger language plpgsql as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  changed constant memberships := case tg_op when 'INSERT' then new else old end;
begin
  update groups set members_count = members_count + step where id = changed.group_id;
  update members set groups_count = groups_count + step where id = changed.member_id;
  return null;
end $$;
create trigger memberships_counted after insert or delete on memberships
  for each row execute function count_membership();

create function count_follow() returns trigger language plpgsql as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  changed constant follows := case tg_op when 'INSERT' then new else old end;
begin
  -- The lower id first, so that two members who follow each other at once never wait in a ring.
  perform 1 from members where id in (changed.follower_id, changed.followed_id) order by id for no key update;
  update members set following_count = following_count + step where id = changed.follower_id;
  update members set followers_count = followers_count + step where id = changed.followed_id;
  return null;
end $$;
create trigger follows_counted after insert or delete on follows
  for each row execute function count_follow();
