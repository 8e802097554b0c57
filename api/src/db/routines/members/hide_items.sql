-- Hides or shows a member's items. A ban also removes them from carts.
create or replace function hide_items(of_member bigint, is_banned boolean, is_unverified boolean) returns void
  language plpgsql as $$
begin
  perform 1 from items where seller_id = of_member order by id for no key update;
  update items set is_hidden = is_banned or is_unverified where seller_id = of_member;
  if is_banned then
    delete from cart_lines where item_id in (select id from items where seller_id = of_member);
  end if;
end $$;
