-- How much of what there was on which day of Lagos, for analytics that cost the same whether a member has ten likes or ten
-- million (docs/decisions/0019).
create type metric as enum (
  'user.followers', 'user.follows', 'user.posts', 'user.group-posts', 'user.given-likes', 'user.received-likes',
  'user.given-comments', 'user.received-comments', 'user.logins',
  'groups.membership', 'groups.posts', 'groups.comments', 'groups.likes',
  'system.signups', 'system.logins', 'system.posts', 'system.group-memberships', 'system.bans', 'system.suspensions'
);

create table day_counts (
  metric metric not null,
  -- A member, a group, or 0 for the whole system. No foreign key: what is counted goes first, and takes its counts along.
  subject_id bigint not null,
  day date not null,
  value integer not null check (value <> 0),
  -- With the value, so that five years of days are read from the index alone and not from a page of the table each.
  primary key (metric, subject_id, day) include (value)
);

-- What is not yet in day_counts. Every deed only adds rows here, in its own transaction: nobody waits for anybody, however
-- many count the same thing. A job folds them in; readers add up both, and so are right at any moment.
create table day_changes (
  metric metric not null,
  subject_id bigint not null,
  day date not null,
  step integer not null
);
create index day_changes_by_subject on day_changes (metric, subject_id, day);

create function lagos_day(moment timestamptz) returns date
  language sql immutable parallel safe
  return (moment at time zone 'Africa/Lagos')::date;

-- Whose post it was and where, kept with the like: when the post goes, its likes go after it, and cannot ask it any more.
-- And whether anybody can see it: what hangs on the posts of the banned counts nowhere, like the posts themselves.
alter table likes add post_author_id bigint, add post_group_id bigint, add is_post_hidden boolean not null default false;
alter table comments
  add post_author_id bigint, add post_group_id bigint, add is_post_hidden boolean not null default false;
update likes set post_author_id = posts.author_id, post_group_id = posts.group_id, is_post_hidden = posts.is_hidden
  from posts where posts.id = post_id;
update comments set post_author_id = posts.author_id, post_group_id = posts.group_id, is_post_hidden = posts.is_hidden
  from posts where posts.id = post_id;
alter table likes alter post_author_id set not null;
alter table comments alter post_author_id set not null;
create function note_post() returns trigger language plpgsql as $$
begin
  select author_id, group_id, is_hidden into new.post_author_id, new.post_group_id, new.is_post_hidden
    from posts where id = new.post_id;
  -- There is no such post: the foreign key says so, in its own words.
  new.post_author_id := coalesce(new.post_author_id, 0);
  new.is_post_hidden := coalesce(new.is_post_hidden, false);
  return new;
end $$;
create trigger likes_know_post before insert on likes for each row execute function note_post();
create trigger comments_know_post before insert on comments for each row execute function note_post();


-- What is counted, found anew from the rows themselves: for those who come from before, and for the nightly check. What
-- nobody sees, because its author or that of the post is banned, counts nowhere.
create view days_found as
  with each as (
    select 'user.followers'::metric as metric, followed_id as subject_id, lagos_day(created_at) as day from follows
    union all
    select 'user.follows', follower_id, lagos_day(created_at) from follows
    union all
    select metric, subject_id, lagos_day(created_at) from posts cross join lateral (values
        ('user.posts'::metric, author_id), ('groups.posts', group_id), ('system.posts', 0),
        ('user.group-posts', case when group_id is not null then author_id end)
      ) as sides (metric, subject_id) where not is_hidden
    union all
    select metric, subject_id, lagos_day(likes.created_at) from likes join posts on posts.id = post_id
      cross join lateral (values
        ('user.given-likes'::metric, member_id), ('user.received-likes', author_id), ('groups.likes', group_id)
      ) as sides (metric, subject_id) where not posts.is_hidden
    union all
    select metric, subject_id, lagos_day(comments.created_at) from comments join posts on posts.id = post_id
      cross join lateral (values
        ('user.given-comments'::metric, comments.author_id), ('user.received-comments', posts.author_id),
        ('groups.comments', group_id)
      ) as sides (metric, subject_id) where not comments.is_hidden and not posts.is_hidden
    union all
    select metric, subject_id, lagos_day(joined_at) from memberships
      cross join lateral (values ('groups.membership'::metric, group_id), ('system.group-memberships', 0))
        as sides (metric, subject_id)
    union all
    select 'system.signups', 0, lagos_day(created_at) from members
    union all
    select metric, subject_id, lagos_day(created_at) from logins
      cross join lateral (values ('user.logins'::metric, member_id), ('system.logins', 0)) as sides (metric, subject_id)
    union all
    select case action when 'BAN_USER' then 'system.bans'::metric else 'system.suspensions' end, 0, lagos_day(created_at)
      from audit_log where action in ('BAN_USER', 'SUSPEND_USER')
  )
  select metric, subject_id, day, count(*)::integer as value from each where subject_id is not null group by 1, 2, 3;

-- The counting triggers of 0005, each with one more thing to do.
create or replace function count_membership() returns trigger language plpgsql as $$
begin
  perform 1 from members where id in (select member_id from changed) order by id for no key update;
  perform 1 from groups where id in (select group_id from changed) order by id for no key update;
  update groups set members_count = members_count + step_of(tg_op) * n
    from (select group_id, count(*) as n from changed group by 1) counted where id = counted.group_id;
  update members set groups_count = groups_count + step_of(tg_op) * n
    from (select member_id, count(*) as n from changed group by 1) counted where id = counted.member_id;
  insert into day_changes
    select metric, subject_id, lagos_day(joined_at), step_of(tg_op) * count(*)
      from changed cross join lateral (values ('groups.membership'::metric, group_id), ('system.group-memberships', 0))
        as sides (metric, subject_id) group by 1, 2, 3;
  return null;
end $$;

create or replace function count_follow() returns trigger language plpgsql as $$
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

create or replace function count_like() returns trigger language plpgsql as $$
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

create or replace function count_comment() returns trigger language plpgsql as $$
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

create function tell_posts(author bigint, post_group bigint, moment timestamptz, step bigint) returns void
  language sql as $$
  insert into day_changes
    select metric, subject_id, lagos_day(moment), step from (values
        ('user.posts'::metric, author), ('groups.posts', post_group), ('system.posts', 0),
        ('user.group-posts', case when post_group is not null then author end)
      ) as sides (metric, subject_id) where subject_id is not null
$$;

create or replace function count_post() returns trigger language plpgsql as $$
begin
  -- A follow that comes at the same moment waits at this row, and so either it finds the post or the post's job finds it.
  update members set posts_count = posts_count + 1 where id = new.author_id;
  perform tell_posts(new.author_id, new.group_id, new.created_at, 1);
  return null;
end $$;

create or replace function uncount_post() returns trigger language plpgsql as $$
begin
  update members set posts_count = posts_count - n
    from (select author_id, count(*) as n from changed where not is_hidden group by 1) counted where id = author_id;
  perform tell_posts(author_id, group_id, min(created_at), -count(*))
    from changed where not is_hidden group by author_id, group_id, lagos_day(created_at);
  return null;
end $$;

-- What hangs on the posts of whoever is banned, or not any more, and what they have said elsewhere: out of the counts, or
-- back. A comment of theirs on a post of somebody banned before stays where it is.
create function hide_days(author bigint, is_banned boolean) returns void language plpgsql as $$
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

create or replace function hide_banned() returns trigger language plpgsql as $$
declare
  is_banned constant boolean := new.banned_at is not null;
  step constant integer := case when is_banned then -1 else 1 end;
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
  perform tell_posts(new.id, group_id, min(created_at), step * count(*))
    from posts where author_id = new.id and is_hidden <> is_banned group by group_id, lagos_day(created_at);
  update posts set is_hidden = is_banned where author_id = new.id;
  update members set posts_count = case when is_banned then 0 else (select count(*) from posts where author_id = new.id) end
    where id = new.id;
  update posts set comments_count = comments_count + n * step
    from (select post_id, count(*) as n from comments
      where author_id = new.id and is_hidden <> is_banned group by 1) counted
    where posts.id = counted.post_id;
  perform hide_days(new.id, is_banned);
  update comments set is_hidden = is_banned where author_id = new.id;
  if is_banned then delete from likes where member_id = new.id; end if;
  return null;
end $$;

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
-- Of whoever is erased they stay, as nobody's.
create function part_logins() returns trigger language plpgsql as $$
begin
  insert into day_changes
    select 'user.logins', was.member_id, lagos_day(was.created_at), -count(*)
      from was join changed using (id)
      where was.member_id is not null and changed.member_id is null group by 2, 3;
  return null;
end $$;
create trigger logins_parted after update on logins referencing old table as was new table as changed
  for each statement execute function part_logins();

create function count_lock_out() returns trigger language plpgsql as $$
begin
  insert into day_changes values (
    case new.action when 'BAN_USER' then 'system.bans'::metric else 'system.suspensions' end, 0,
    lagos_day(new.created_at), 1);
  return null;
end $$;
create trigger audit_log_counted after insert on audit_log
  for each row when (new.action in ('BAN_USER', 'SUSPEND_USER')) execute function count_lock_out();

-- Whose analytics an admin has just looked at; one sitting makes one line.
create index audit_log_looks on audit_log (actor_id, member_id, created_at) where action = 'VIEW_ANALYTICS';

-- Emptied every minute: what is gone must not be walked over for long.
alter table day_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
insert into day_counts select metric, subject_id, day, value from days_found;
