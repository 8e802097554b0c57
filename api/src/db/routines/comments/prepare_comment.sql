-- Copies what a comment needs of its post, and opens the notifications. A reply to a reply joins the same thread. One comment
-- notifies a member once: of a mention, else of the reply, else of the comment on the member's post. The members whom it names
-- are only looked at where it names any.
create or replace function prepare_comment() returns trigger language plpgsql as $$
declare
  mentioned bigint[] := '{}';
  answered comments;
begin
  select author_id, group_id, is_hidden into new.post_author_id, new.post_group_id, new.is_post_hidden
    from posts where id = new.post_id;
  if not found then
    -- The foreign key reports it.
    new.post_author_id := 0;
    new.is_post_hidden := false;
    return new;
  end if;
  if new.mentioned_ids <> '{}' then
    mentioned := array(select id from unnest(new.mentioned_ids) id where wants_notification(id, 'MENTION'));
  end if;
  if new.parent_id is not null then
    select * into answered from comments where id = new.parent_id;
    new.parent_id := coalesce(answered.parent_id, new.parent_id);
    if answered.author_id <> all(mentioned) then
      new.reply_notification_id :=
        open_notification(answered.author_id, 'REPLY', 'comment', answered.id, new.author_id, new.created_at);
    end if;
  end if;
  if new.post_author_id <> all(mentioned)
    and (new.reply_notification_id is null or new.post_author_id <> answered.author_id) then
    new.notification_id :=
      open_notification(new.post_author_id, 'COMMENT', 'post', new.post_id, new.author_id, new.created_at);
  end if;
  return new;
end $$;
create or replace trigger comments_prepared before insert on comments for each row execute function prepare_comment();
