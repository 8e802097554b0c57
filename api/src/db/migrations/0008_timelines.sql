-- The feed of each active member: own posts and those of followed members, copied when they are written
-- (docs/decisions/0012). Posts of groups, and of authors with very many followers, are queried when the feed is read.
create table timelines (
  member_id bigint primary key references members on delete cascade,
  seen_at timestamptz not null,
  -- Until the job has filled it, readers query the posts directly.
  is_filled boolean not null default false,
  -- Complete above this post. At and below it, readers query the posts directly.
  floor_id bigint not null default 0
);
create index timelines_by_visit on timelines (seen_at);

create table timeline_posts (
  member_id bigint not null references timelines on delete cascade,
  post_id bigint not null references posts on delete cascade,
  author_id bigint not null,
  primary key (member_id, post_id)
);
create index timeline_posts_by_post on timeline_posts (post_id);

-- Authors with so many followers that their posts are not copied to timelines. An author never leaves this table.
create table high_fanout_authors (
  member_id bigint primary key references members on delete cascade
);

create function timeline_length() returns integer language sql immutable parallel safe return 500;

-- Deletes all but the newest rows and raises the floor accordingly. The caller has locked the timeline's row.
create function trim_timeline(trimmed_id bigint) returns void language plpgsql as $$
declare
  floor constant bigint := (
    select post_id - 1 from timeline_posts where member_id = trimmed_id
    order by post_id desc offset timeline_length() - 1 limit 1
  );
begin
  if floor is null then return; end if;
  update timelines set floor_id = greatest(floor_id, floor) where member_id = trimmed_id;
  delete from timeline_posts where member_id = trimmed_id and post_id <= floor;
end $$;

-- Follow and unfollow lock the timeline's row, and so wait for a fill that is running, and it for them. The trigger's name
-- makes it run after follows_counted, which locks the author's row: see count_post().
create function follow_in_timeline() returns trigger language plpgsql as $$
begin
  perform 1 from timelines where member_id in (select follower_id from changed) order by member_id for no key update;
  insert into timeline_posts (member_id, post_id, author_id)
    select follower_id, post.id, post.author_id
    from changed join timelines on member_id = follower_id
      cross join lateral (
        select id, author_id from posts
        where author_id = changed.followed_id and not is_hidden and id > timelines.floor_id
        order by id desc limit timeline_length()
      ) post
    where not exists (select from high_fanout_authors where high_fanout_authors.member_id = changed.followed_id)
    on conflict do nothing;
  perform trim_timeline(member_id) from timelines where member_id in (select follower_id from changed);
  return null;
end $$;
create trigger follows_in_timeline after insert on follows referencing new table as changed
  for each statement execute function follow_in_timeline();

create function unfollow_in_timeline() returns trigger language plpgsql as $$
begin
  perform 1 from timelines where member_id in (select follower_id from changed) order by member_id for no key update;
  delete from timeline_posts using changed where member_id = follower_id and author_id = followed_id;
  return null;
end $$;
create trigger follows_out_of_timeline after delete on follows referencing old table as changed
  for each statement execute function unfollow_in_timeline();

-- Authors see their own posts at once.
create function post_in_own_timeline() returns trigger language plpgsql as $$
begin
  insert into timeline_posts (member_id, post_id, author_id)
    select member_id, new.id, new.author_id from timelines where member_id = new.author_id;
  return null;
end $$;
create trigger posts_in_timeline after insert on posts
  for each row execute function post_in_own_timeline();

-- Runs after the timeline's row is committed: from then on every new post is copied to it, so that none is missed.
create function fill_timeline(filled_id bigint) returns void language plpgsql as $$
begin
  -- Every follow and every post locks the member's row until it is committed. One that saw no timeline yet, and so copied
  -- nothing, is waited for here and found below.
  perform 1 from members where id = filled_id for no key update;
  perform 1 from timelines where member_id = filled_id for no key update;
  if not found then return; end if;
  insert into timeline_posts (member_id, post_id, author_id)
    select filled_id, id, author_id from (
      (select id, author_id from posts where author_id = filled_id and not is_hidden
        order by id desc limit timeline_length())
      union all
      select post.id, post.author_id from follows
        cross join lateral (
          select id, author_id from posts where author_id = follows.followed_id and not is_hidden
          order by id desc limit timeline_length()
        ) post
        where follows.follower_id = filled_id
          and not exists (select from high_fanout_authors where member_id = follows.followed_id)
    ) found
    order by id desc limit timeline_length()
    on conflict do nothing;
  update timelines set is_filled = true, floor_id = 0 where member_id = filled_id;
  perform trim_timeline(filled_id);
end $$;

-- Records a visit and returns whether the timeline can be read. A long one is trimmed; one with few rows left above its
-- floor after many unfollows will be filled again.
create function visit_timeline(visitor_id bigint, visited_at timestamptz) returns boolean language plpgsql as $$
declare
  saved timelines;
  length integer;
begin
  insert into timelines (member_id, seen_at) values (visitor_id, visited_at) on conflict do nothing;
  -- Locked by a fill, a follow or another visit: this visit queries the posts directly and does not wait.
  select * into saved from timelines where member_id = visitor_id for no key update skip locked;
  if not found then return false; end if;
  update timelines set seen_at = visited_at where member_id = visitor_id and seen_at < visited_at;
  if not saved.is_filled then return false; end if;
  select count(*) into length from timeline_posts where member_id = visitor_id;
  if length > timeline_length() * 1.5 then perform trim_timeline(visitor_id); end if;
  if length < timeline_length() / 5 and saved.floor_id > 0 then
    update timelines set is_filled = false where member_id = visitor_id;
    return false;
  end if;
  return true;
end $$;

-- A banned member reads no feed.
create function drop_timeline() returns trigger language plpgsql as $$
begin
  delete from timelines where member_id = new.id;
  return null;
end $$;
create trigger members_timeline_dropped after update of banned_at on members
  for each row when (old.banned_at is null and new.banned_at is not null) execute function drop_timeline();
