-- Volatile and in plpgsql, as has_block.
create or replace function end_membership(member bigint, of_group bigint) returns boolean volatile language plpgsql as $$
begin
  delete from memberships where member_id = member and group_id = of_group;
  return found;
end $$;
