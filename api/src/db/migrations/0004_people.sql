create table follows (
  follower_id bigint not null references members on delete cascade,
  followed_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_by_followed on follows (followed_id, follower_id);

-- The newest of 100,000 followers: measured 374 ms without this index, under 3 ms with it. The members that one member
-- follows are few enough to sort.
create index follows_newest on follows (followed_id, created_at desc);

create function count_follow() returns trigger language plpgsql as $$
begin
  perform 1 from members
    where id in (select follower_id from changed union select followed_id from changed)
    order by id for no key update;
  update members set following_count = following_count + step_of(tg_op) * n
    from (select follower_id, count(*) as n from changed group by 1) counted where id = follower_id;
  update members set followers_count = followers_count + step_of(tg_op) * n
    from (select followed_id, count(*) as n from changed group by 1) counted where id = followed_id;
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), step_of(tg_op) * count(*)
      from changed cross join lateral (values ('user.followers'::metric, followed_id), ('user.follows', follower_id))
        as sides (metric, subject_id) group by 1, 2, 3;
  return null;
end $$;
create trigger follows_counted after insert on follows referencing new table as changed
  for each statement execute function count_follow();
create trigger follows_counted_down after delete on follows referencing old table as changed
  for each statement execute function count_follow();

create table blocks (
  blocker_id bigint not null references members on delete cascade,
  blocked_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id);
