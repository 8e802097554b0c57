create table posts (
  id bigint generated always as identity primary key,
  author_id bigint not null references members on delete cascade,
  group_id bigint references groups on delete cascade,
  caption text not null check (length(caption) between 1 and 5000),
  location text check (length(location) <= 120),
  likes_count integer not null default 0 check (likes_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  -- The author is banned: nobody sees the post, and no counter includes it.
  is_hidden boolean not null default false,
  -- False until the job has copied it to the followers' timelines. Readers query these few posts directly, so that no
  -- feed waits for a job.
  is_fanned_out boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz
);

-- Lists are ordered by id: ids are given in order of time, and a cursor is one number (docs/decisions/0012).
create index posts_by_author on posts (author_id, id);
create index posts_by_group on posts (group_id, id) where group_id is not null;
create index posts_to_fan_out on posts (id, author_id) where not is_fanned_out;

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
  -- Copied from the post, since the likes of a deleted post are deleted after it. What belongs to a hidden post is not counted.
  post_author_id bigint not null,
  post_group_id bigint,
  is_post_hidden boolean not null default false,
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
  -- Copied from the post, since the comments of a deleted post are deleted after it. What belongs to a hidden post is not counted.
  post_author_id bigint not null,
  post_group_id bigint,
  is_post_hidden boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz
);
create index comments_by_post on comments (post_id, id);
create index comments_by_author on comments (author_id, created_at);

create function copy_post_columns() returns trigger language plpgsql as $$
begin
  select author_id, group_id, is_hidden into new.post_author_id, new.post_group_id, new.is_post_hidden
    from posts where id = new.post_id;
  -- There is no such post: the foreign key reports that.
  new.post_author_id := coalesce(new.post_author_id, 0);
  new.is_post_hidden := coalesce(new.is_post_hidden, false);
  return new;
end $$;
create trigger likes_copy_post before insert on likes for each row execute function copy_post_columns();
create trigger comments_copy_post before insert on comments for each row execute function copy_post_columns();

create function count_posts_per_day(author bigint, post_group bigint, moment timestamptz, step bigint) returns void
  language sql as $$
  insert into day_changes
    select metric, subject_id, lagos_day(moment), step from (values
        ('user.posts'::metric, author), ('groups.posts', post_group), ('system.posts', 0),
        ('user.group-posts', case when post_group is not null then author end)
      ) as sides (metric, subject_id) where subject_id is not null
$$;

create function count_post() returns trigger language plpgsql as $$
begin
  -- A follow at the same moment waits for this row: either it finds the post, or the post's job finds the follow.
  update members set posts_count = posts_count + 1 where id = new.author_id;
  perform count_posts_per_day(new.author_id, new.group_id, new.created_at, 1);
  return null;
end $$;
create trigger posts_counted after insert on posts for each row execute function count_post();

create function uncount_post() returns trigger language plpgsql as $$
begin
  update members set posts_count = posts_count - n
    from (select author_id, count(*) as n from changed where not is_hidden group by 1) counted where id = author_id;
  perform count_posts_per_day(author_id, group_id, min(created_at), -count(*))
    from changed where not is_hidden group by author_id, group_id, lagos_day(created_at);
  return null;
end $$;
create trigger posts_uncounted after delete on posts referencing old table as changed
  for each statement execute function uncount_post();

create function count_like() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (select post_id from changed) order by id for no key update;
  update posts set likes_count = likes_count + step_of(tg_op) * n
    from (select post_id, count(*) as n from changed group by 1) counted where id = counted.post_id;
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), step_of(tg_op) * count(*)
      from changed cross join lateral (values
        ('user.given-likes'::metric, member_id), ('user.received-likes', post_author_id), ('groups.likes', post_group_id)
      ) as sides (metric, subject_id) where subject_id is not null and not is_post_hidden group by 1, 2, 3;
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
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), step_of(tg_op) * count(*)
      from changed cross join lateral (values
        ('user.given-comments'::metric, author_id), ('user.received-comments', post_author_id),
        ('groups.comments', post_group_id)
      ) as sides (metric, subject_id) where subject_id is not null and not is_hidden and not is_post_hidden group by 1, 2, 3;
  return null;
end $$;
create trigger comments_counted after insert on comments referencing new table as changed
  for each statement execute function count_comment();
create trigger comments_uncounted after delete on comments referencing old table as changed
  for each statement execute function count_comment();

-- Takes likes and comments on the posts of a banned member, and the member's own comments, out of the daily counts, or puts
-- them back when the ban ends. Comments on posts of other banned members are not counted either way.
create function move_hidden_days(author bigint, is_banned boolean) returns void language plpgsql as $$
begin
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), case when is_banned then -1 else 1 end * count(*)
      from likes cross join lateral (values
        ('user.given-likes'::metric, member_id), ('user.received-likes', post_author_id), ('groups.likes', post_group_id)
      ) as sides (metric, subject_id)
      where post_id in (select id from posts where author_id = author) and is_post_hidden <> is_banned
        and subject_id is not null group by 1, 2, 3;
  update likes set is_post_hidden = is_banned
    where post_id in (select id from posts where author_id = author) and is_post_hidden <> is_banned;
  insert into day_changes
    select metric, subject_id, lagos_day(created_at), sum(step) from (
        select *,
          (not case when author_id = author then is_banned else is_hidden end
            and not case when post_author_id = author then is_banned else is_post_hidden end)::integer
          - (not is_hidden and not is_post_hidden)::integer as step
        from comments where id in (
          select id from comments where author_id = author
          union all
          select comments.id from posts join comments on post_id = posts.id where posts.author_id = author)
      ) touched cross join lateral (values
        ('user.given-comments'::metric, author_id), ('user.received-comments', post_author_id),
        ('groups.comments', post_group_id)
      ) as sides (metric, subject_id)
      where step <> 0 and subject_id is not null group by 1, 2, 3;
  update comments set is_post_hidden = is_banned
    where post_id in (select id from posts where author_id = author) and is_post_hidden <> is_banned;
end $$;

create function hide_banned() returns trigger language plpgsql as $$
declare
  is_banned constant boolean := new.banned_at is not null;
  step constant integer := case when is_banned then -1 else 1 end;
begin
  -- Members are locked before posts, and posts by id, as in every other write.
  if is_banned then
    delete from follows where follower_id = new.id or followed_id = new.id;
    delete from memberships where member_id = new.id;
  end if;
  perform 1 from posts
    where author_id = new.id
      or id in (select post_id from comments where author_id = new.id)
      or id in (select post_id from likes where member_id = new.id)
    order by id for no key update;
  perform count_posts_per_day(new.id, group_id, min(created_at), step * count(*))
    from posts where author_id = new.id and is_hidden <> is_banned group by group_id, lagos_day(created_at);
  update posts set is_hidden = is_banned where author_id = new.id;
  update members set posts_count = case when is_banned then 0 else (select count(*) from posts where author_id = new.id) end
    where id = new.id;
  update posts set comments_count = comments_count + n * step
    from (select post_id, count(*) as n from comments
      where author_id = new.id and is_hidden <> is_banned group by 1) counted
    where posts.id = counted.post_id;
  perform move_hidden_days(new.id, is_banned);
  update comments set is_hidden = is_banned where author_id = new.id;
  if is_banned then delete from likes where member_id = new.id; end if;
  return null;
end $$;
create trigger members_hidden after update of banned_at on members
  for each row when ((old.banned_at is null) <> (new.banned_at is null)) execute function hide_banned();
