create or replace function count_posts_per_day(author bigint, post_group bigint, moment timestamptz, step bigint) returns void
  language sql as $$
  insert into day_changes
    select metric, subject_id, lagos_day(moment), step from (values
        ('user.posts'::metric, author), ('groups.posts', post_group), ('system.posts', 0),
        ('user.group-posts', case when post_group is not null then author end)
      ) as sides (metric, subject_id) where subject_id is not null
$$;
