-- A banned member's reviews are hidden, and the votes and what reviews have notified others of are gone, as with comments.
create or replace function hide_reviews(of_member bigint, is_banned boolean) returns void language plpgsql as $$
begin
  perform 1 from reviews
    where author_id = of_member or id in (select review_id from helpful_votes where member_id = of_member)
    order by id for no key update;
  update reviews set is_hidden = is_banned where author_id = of_member;
  if is_banned then
    delete from helpful_votes where member_id = of_member;
    delete from notifications where actor_id = of_member and kind = 'REVIEW';
  end if;
end $$;
