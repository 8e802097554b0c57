create or replace function store_tags(of_post bigint, wanted text[], at timestamptz) returns void language plpgsql as $$
begin
  delete from post_tags where post_id = of_post and tag <> all(wanted);
  insert into post_tags (post_id, tag, created_at) select of_post, unnest(wanted), at on conflict do nothing;
end $$;
