-- Hides or shows a member's posts, and what the member added to those of others.
create or replace function hide_posts(of_member bigint, is_banned boolean) returns void language plpgsql as $$
declare
  step constant integer := case when is_banned then -1 else 1 end;
begin
  -- Members are locked before posts, and posts by id, as in every other write.
  if is_banned then
    delete from follows where follower_id = of_member or followed_id = of_member;
    delete from memberships where member_id = of_member;
  end if;
  perform 1 from posts
    where author_id = of_member
      or id in (select post_id from comments where author_id = of_member)
      or id in (select post_id from likes where member_id = of_member)
      or id in (select post_id from comment_likes join comments on comments.id = comment_id where member_id = of_member)
    order by id for no key update;
  perform count_posts_per_day(of_member, group_id, min(created_at), step * count(*))
    from posts where author_id = of_member and is_hidden <> is_banned group by group_id, lagos_day(created_at);
  update posts set is_hidden = is_banned where author_id = of_member;
  update members
    set posts_count = case when is_banned then 0 else (select count(*) from posts where author_id = of_member) end
    where id = of_member;
  perform hide_likes(of_member, is_banned);
  perform hide_comments(of_member);
  if is_banned then
    delete from likes where member_id = of_member;
    delete from comment_likes where member_id = of_member;
  end if;
end $$;
