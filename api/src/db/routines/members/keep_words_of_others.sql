-- Before a member is erased. The messages of the member are deleted with the member, and here the conversations in which the
-- other side wrote nothing, and automated messages. Of a thread of comments that the member began, the oldest reply takes the first place, and the other
-- replies stay below it: one that everybody sees before one of a banned member, which would hide them.
create or replace function keep_words_of_others() returns trigger language plpgsql as $$
declare
  tops bigint[];
  authors bigint[];
begin
  update threads set last_message_id = written.last_id, unread_count = 0
    from (select sender_id, max(id) as last_id from messages where receiver_id = old.id group by 1) written
    where owner_id = written.sender_id and other_id = old.id;
  delete from threads where other_id = old.id
    and not exists (select from messages where sender_id = owner_id and receiver_id = old.id);
  delete from messages where receiver_id = old.id and sender_id is null;
  -- Posts are locked before their comments, as by every comment that is added.
  perform 1 from posts where id in (select post_id from comments where author_id = old.id) order by id for no key update;
  with kept as (
    select reply.id,
      first_value(reply.id) over (partition by reply.parent_id order by members.banned_at is not null, reply.id) as top_id
    from comments top join comments reply on reply.parent_id = top.id join members on members.id = reply.author_id
    where top.author_id = old.id and reply.author_id <> old.id
  ), moved as (
    update comments set parent_id = nullif(kept.top_id, kept.id), version = version + 1
    from kept where comments.id = kept.id returning kept.top_id, author_id
  ) select array_agg(distinct top_id), array_agg(distinct author_id) into tops, authors from moved;
  update comments top set reply_count = (select count(*) from comments where parent_id = top.id and not is_hidden)
    where id = any(tops);
  -- The ban of the member hid the replies too.
  if old.banned_at is not null then
    perform hide_comments(author) from unnest(authors) as author;
  end if;
  return old;
end $$;
create or replace trigger members_words_kept before delete on members for each row execute function keep_words_of_others();
