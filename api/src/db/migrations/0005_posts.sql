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
-- Newest first is by id: written in the order of time, and one number is all a cursor needs.
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

-- 1 where a row begins to be seen, -1 where it ends.
create function seen_step(was_seen boolean, is_seen boolean) returns integer
  language sql immutable parallel safe
  return coalesce(is_seen, false)::integer - coalesce(was_seen, false)::integer;

create function count_post() returns trigger language plpgsql as $$
declare
  step constant integer := seen_step(not old.is_hidden, not new.is_hidden);
begin
  -- Even where nothing is to be counted: a follow that comes at the same moment waits at this row, and so either it
  -- finds the post or the post's job finds it.
  update members set posts_count = posts_count + step where id = coalesce(new.author_id, old.author_id);
  return null;
end $$;
create trigger posts_counted after insert or delete or update of is_hidden on posts
  for each row execute function count_post();

create function count_like() returns trigger language plpgsql as $$
begin
  update posts set likes_count = likes_count + case tg_op when 'INSERT' then 1 else -1 end
    where id = coalesce(new.post_id, old.post_id);
  return null;
end $$;
create trigger likes_counted after insert or delete on likes
  for each row execute function count_like();

create function count_comment() returns trigger language plpgsql as $$
begin
  update posts set comments_count = comments_count + seen_step(not old.is_hidden, not new.is_hidden)
    where id = coalesce(new.post_id, old.post_id);
  return null;
end $$;
create trigger comments_counted after insert or delete or update of is_hidden on comments
  for each row execute function count_comment();

-- A ban is for good: what the member wrote is hidden, and what only others count goes.
create function hide_banned() returns trigger language plpgsql as $$
begin
  update posts set is_hidden = new.banned_at is not null where author_id = new.id;
  update comments set is_hidden = new.banned_at is not null where author_id = new.id;
  if new.banned_at is not null then
    delete from likes where member_id = new.id;
    delete from follows where follower_id = new.id or followed_id = new.id;
    delete from memberships where member_id = new.id;
  end if;
  return null;
end $$;
create trigger members_hidden after update of banned_at on members
  for each row when ((old.banned_at is null) <> (new.banned_at is null)) execute function hide_banned();
