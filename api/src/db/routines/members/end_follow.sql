-- Volatile and in plpgsql, as has_block.
create or replace function end_follow(follower bigint, followed bigint) returns boolean volatile language plpgsql as $$
begin
  delete from follows where follower_id = follower and followed_id = followed;
  return found;
end $$;
