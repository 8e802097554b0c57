-- Runs after the timeline's row is committed: from then on every new post is copied to it, so that none is missed.
create or replace function fill_timeline(filled_id bigint) returns void language plpgsql as $$
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
