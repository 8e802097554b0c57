-- Volatile and in plpgsql, as has_block.
create or replace function cart_has_room(buyer bigint, item bigint, most integer) returns boolean volatile language plpgsql as $$
begin
  return (select count(*) from cart_lines where member_id = buyer and item_id <> item) < most;
end $$;
