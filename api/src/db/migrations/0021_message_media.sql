-- Of audio.
alter table media add column duration_ms integer check (duration_ms > 0);

-- What a message shows beside its text. Rows go when the message is taken back, and with it.
create table message_media (
  message_id bigint not null references messages on delete cascade,
  position smallint not null,
  url text not null,
  thumbnail_url text,
  type text not null check (type in ('image', 'audio')),
  width integer,
  height integer,
  duration_ms integer,
  primary key (message_id, position)
);
create index message_media_by_url on message_media (url);

-- Added to whatever the view contains by now, so that two migrations that add to it do not undo each other.
do $$ begin
  execute format('create or replace view media_in_use as %s union all select url from message_media',
    rtrim(pg_get_viewdef('media_in_use'), ';'));
end $$;

-- has_media says whether there are rows in message_media, so that reading a plain message looks for none.
alter table messages
  add column has_media boolean not null default false,
  -- When the sender took it back for both.
  add column deleted_at timestamptz,
  drop constraint messages_body_check,
  add constraint messages_content check (
    length(body) <= 5000 and case when deleted_at is null then has_media or body <> ''
      else body = '' and item_id is null and not has_media and read_at is not null end);

-- Both open pages get the message as it is now: without its content.
create function message_taken_back() returns trigger language plpgsql as $$
begin
  perform add_live_event(side, 'message', array[new.id], null, new.deleted_at)
    from unnest(array[new.sender_id, new.receiver_id]) as sides (side) order by side;
  return null;
end $$;
create trigger messages_taken_back after update of deleted_at on messages for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function message_taken_back();

-- As before, but for messages that were taken back: they are no longer unread, and nobody has read them.
create or replace function messages_read() returns trigger language plpgsql as $$
begin
  perform add_live_event(side, 'read', ids, receiver_id, at)
    from (
      select now_read.receiver_id, now_read.sender_id, array_agg(id order by id) as ids, max(now_read.read_at) as at
        from now_read join was_unread using (id)
        where was_unread.read_at is null and now_read.read_at is not null and now_read.deleted_at is null group by 1, 2
    ) read_of, lateral (values (read_of.sender_id), (read_of.receiver_id)) as sides (side)
    where side is not null and (side = receiver_id or not exists (
      select from blocks where (blocker_id, blocked_id) in ((sender_id, receiver_id), (receiver_id, sender_id))))
    order by side;
  update threads set unread_count = unread_count - n
    from (
      select now_read.receiver_id, now_read.sender_id, count(*) as n
        from now_read join was_unread using (id)
        where was_unread.read_at is null and now_read.read_at is not null group by 1, 2
    ) read_of
    where owner_id = read_of.receiver_id and side = coalesce(read_of.sender_id, 0);
  return null;
end $$;

-- Whether others see that the member is online or typing, and the other way round.
alter table members add column shows_presence boolean not null default true;
