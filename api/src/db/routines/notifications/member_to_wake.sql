-- Whose list of notifications looks different: that of the receiver, also where the row shows others already, or was read. A
-- function, because it sees the cause that the calling statement writes. The actor does not matter any more; the functions that
-- call it still name one.
create or replace function member_to_wake(of_notification bigint, actor bigint) returns bigint
  volatile strict language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return (select member_id from notifications where id = of_notification);
end $$;
