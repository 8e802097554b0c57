create table posts (
  id bigint generated always as identity primary key,
  author_id bigint not null references members on delete cascade,
  group_id bigint references groups on delete cascade,
  caption text not null check (length(caption) between 1 and 5000),
  location text check (length(location) <= 120),
  likes_count integer not null default 0 check (likes_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  -- Its author is banned: nobody sees it, and no count counts it.
  is_hidden boolean not null default false,
  -- False until the job has laid it into the followers' timelines. Readers look these few up themselves, so that no
  -- feed has to wait for a job.
  is_spread boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz
);
-- Newest first is by id: given in the order of time, and one number is all a cursor needs (docs/decisions/0012).
create index posts_by_author on posts (author_id, id);
create index posts_by_group on posts (group_id, id) where group_id is not null;
create index posts_unspread on posts (id, author_id) where not is_spread;

create table post_media (
  post_id bigint not null references posts on delete cascade,
  position smallint not null,
  url text not null,
  thumbnail_url text,
  type text not null check (type in ('image', 'video')),
  width integer,
  height integer,
  alt text check (length(alt) <= 300),
  primary key (post_id, position)
);
create index post_media_by_url on post_media (url);

create table likes (
  post_id bigint not null references posts on delete cascade,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (post_id, member_id)
);
create index likes_by_member on likes (member_id, created_at);

create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  author_id bigint not null references members on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  is_hidden boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz
);
create index comments_by_post on comments (post_id, id);
create index comments_by_author on comments (author_id, created_at);

create or replace view media_in_use as
  select profile_image as url from members where profile_image is not null
  union all
  select header_image from members where header_image is not null
  union all
  select url from post_media;

create index members_by_profile_image on members (profile_image) where profile_image is not null;
create index members_by_header_image on members (header_image) where header_image is not null;

-- Triggers that count see all rows of a statement at once (`changed`), so that a ban that ends ten thousand follows
-- rewrites a member once and not ten thousand times. Rows are locked by id, so that two statements never wait in a ring.
create function step_of(operation text) returns integer
  language sql immutable parallel safe
  return case operation when 'INSERT' then 1 else -1 end;

create or replace function count_membership() returns trigger language plpgsql as $$
begin
  perform 1 from members where id in (select member_id from changed) order by id for no key update;
  perform 1 from groups where id in (select group_id from changed) order by id for no key update;
  update groups set members_count = members_count + step_of(tg_op) * n
    from (select group_id, count(*) as n from changed group by 1) counted where id = counted.group_id;
  update members set groups_count = groups_count + step_of(tg_op) * n
    from (select member_id, count(*) as n from changed group by 1) counted where id = counted.member_id;
  return null;
end $$;
drop trigger memberships_counted on memberships;
create trigger memberships_counted after insert on memberships referencing new table as changed
  for each statement execute function count_membership();
create trigger memberships_uncounted after delete on memberships referencing old table as changed
  for each statement execute function count_membership();

create or replace function count_follow() returns trigger language plpgsql as $$
begin
  perform 1 from members
    where id in (select follower_id from changed union select followed_id from changed)
    order by id for no key update;
  update members set following_count = following_count + step_of(tg_op) * n
    from (select follower_id, count(*) as n from changed group by 1) counted where id = follower_id;
  update members set followers_count = followers_count + step_of(tg_op) * n
    from (select followed_id, count(*) as n from changed group by 1) counted where id = followed_id;
  return null;
end $$;
drop trigger follows_counted on follows;
create trigger follows_counted after insert on follows referencing new table as changed
  for each statement execute function count_follow();
create trigger follows_counted_down after delete on follows referencing old table as changed
  for each statement execute function count_follow();

create function count_post() returns trigger language plpgsql as $$
begin
  -- A follow that comes at the same moment waits at this row, and so either it finds the post or the post's job finds it.
  update members set posts_count = posts_count + 1 where id = new.author_id;
  return null;
end $$;
create trigger posts_counted after insert on posts for each row execute function count_post();

create function uncount_post() returns trigger language plpgsql as $$
begin
  update members set posts_count = posts_count - n
    from (select author_id, count(*) as n from changed where not is_hidden group by 1) counted where id = author_id;
  return null;
end $$;
create trigger posts_uncounted after delete on posts referencing old table as changed
  for each statement execute function uncount_post();

create function count_like() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (select post_id from changed) order by id for no key update;
  update posts set likes_count = likes_count + step_of(tg_op) * n
    from (select post_id, count(*) as n from changed group by 1) counted where id = counted.post_id;
  return null;
end $$;
create trigger likes_counted after insert on likes referencing new table as changed
  for each statement execute function count_like();
create trigger likes_uncounted after delete on likes referencing old table as changed
  for each statement execute function count_like();

create function count_comment() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (select post_id from changed) order by id for no key update;
  update posts set comments_count = comments_count + step_of(tg_op) * n
    from (select post_id, count(*) as n from changed where not is_hidden group by 1) counted
    where id = counted.post_id;
  return null;
end $$;
create trigger comments_counted after insert on comments referencing new table as changed
  for each statement execute function count_comment();
create trigger comments_uncounted after delete on comments referencing old table as changed
  for each statement execute function count_comment();

-- A ban is for good: what the member wrote is hidden, and what only others count goes (docs/decisions/0013).
create function hide_banned() returns trigger language plpgsql as $$
declare
  is_banned constant boolean := new.banned_at is not null;
begin
  -- Members first, then posts by id: the order of everybody who writes.
  if is_banned then
    delete from follows where follower_id = new.id or followed_id = new.id;
    delete from memberships where member_id = new.id;
  end if;
  perform 1 from posts
    where author_id = new.id
      or id in (select post_id from comments where author_id = new.id)
      or id in (select post_id from likes where member_id = new.id)
    order by id for no key update;
  update posts set is_hidden = is_banned where author_id = new.id;
  update members set posts_count = case when is_banned then 0 else (select count(*) from posts where author_id = new.id) end
    where id = new.id;
  update posts set comments_count = comments_count + n * case when is_banned then -1 else 1 end
    from (select post_id, count(*) as n from comments
      where author_id = new.id and is_hidden <> is_banned group by 1) counted
    where posts.id = counted.post_id;
  update comments set is_hidden = is_banned where author_id = new.id;
  if is_banned then delete from likes where member_id = new.id; end if;
  return null;
end $$;
create trigger members_hidden after update of banned_at on members
  for each row when ((old.banned_at is null) <> (new.banned_at is null)) execute function hide_banned();
