-- An edited text notifies only those whom it did not name before. A member who is being erased is left out.
create or replace function store_mentions(
  in_post bigint, in_comment bigint, author bigint, mentioned bigint[], written_at timestamptz
) returns void language plpgsql as $$
declare
  named bigint;
begin
  delete from mentions where (post_id = in_post or comment_id = in_comment) and member_id <> all(mentioned);
  for named in select id from members where id = any(mentioned) order by id for key share loop
    continue when exists (
      select from mentions where (post_id = in_post or comment_id = in_comment) and member_id = named);
    insert into mentions (post_id, comment_id, member_id, notification_id, created_at) values (in_post, in_comment, named,
      open_notification(named, 'MENTION', case when in_post is null then 'comment' else 'post' end,
        coalesce(in_post, in_comment), author, written_at),
      written_at);
  end loop;
end $$;
