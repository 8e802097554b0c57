create or replace function count_listed(item bigint, step integer) returns void language sql as $$
  insert into item_counts as counted (genre_id, n)
    select genre, greatest(step, 0) from (
      select 0 as genre union all select genre_id from item_genres where item_id = item
    ) genres order by genre
    on conflict (genre_id) do update set n = counted.n + step;
$$;
