-- replaces up to 0066_checked_targets.sql
create table media (
  id bigint generated always as identity primary key,
  owner_id bigint references members on delete set null,
  url text not null unique,
  -- The names of the file and its thumbnails in the store.
  keys text[] not null,
  thumbnail_url text unique,
  type text not null,
  bytes bigint not null check (bytes >= 0),
  width integer,
  height integer,
  -- Null until the file is in the store: the row is written first, so that no file exists without a row.
  stored_at timestamptz,
  -- When the file was last used. Using it again updates the row, so that the sweeper cannot delete it at that moment.
  claimed_at timestamptz not null,
  created_at timestamptz not null,
  -- Of audio.
  duration_ms integer check (duration_ms > 0)
);
comment on table media is
  'Every file in the media store. An address in a request is accepted only if it is listed here.';
create index media_by_owner on media (owner_id);
create index media_pending on media (created_at) where stored_at is null;
create index media_by_claim on media (claimed_at) where stored_at is not null;

create table link_cards (
  id bigint generated always as identity primary key,
  url text not null unique check (length(url) <= 2000),
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  title text,
  description text,
  site text,
  image_url text,
  fetched_at timestamptz,
  constraint link_cards_ready check ((state = 'ready') = (title is not null and site is not null)),
  constraint link_cards_fetched check ((state = 'pending') = (fetched_at is null))
);
comment on table link_cards is
  'What the pages that posts link to say about themselves, once for each address. The picture is a copy in the media store.';
create index link_cards_by_image on link_cards (image_url) where image_url is not null;

create table posts (
  id bigint generated always as identity primary key,
  author_id bigint not null references members on delete cascade,
  group_id bigint references groups on delete cascade,
  caption text not null check (length(caption) between 1 and 5000),
  location text check (length(location) <= 120),
  likes_count integer not null default 0,
  comments_count integer not null default 0,
  -- The author is banned: nobody sees the post, and no counter includes it.
  is_hidden boolean not null default false,
  -- False until the job has copied it to the followers' timelines. Readers query these few posts directly, so that no
  -- feed waits for a job.
  is_fanned_out boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Raised by every change of what a post or a comment shows to all readers alike: its text, its pictures, the name and picture of
  -- its author, the name of its group. Author and group of a post never change. Nodes store the JSON of these parts, and read them
  -- again when a version has risen.
  version integer not null default 0,
  -- Who is named with @ in the caption, and the tags in it, in the order of the text. The tables `mentions` and `post_tags` follow
  -- from these by trigger. Most texts have neither, and then reading a post looks nothing up.
  mentioned_ids bigint[] not null default '{}' check (cardinality(mentioned_ids) <= 20),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  link_card_id bigint references link_cards,
  constraint posts_counts_check check (least(likes_count, comments_count) >= 0)
);
comment on table posts is
  'Posts of members, in a group or not.';
-- Lists are ordered by id: ids are given in order of time, and a cursor is one number (docs/decisions/0012).
create index posts_by_author on posts (author_id, id);
create index posts_to_fan_out on posts (id, author_id) where not is_fanned_out;
create index posts_by_group on posts (group_id, id) include (author_id, is_hidden) where group_id is not null;
create index posts_by_link_card on posts (link_card_id) where link_card_id is not null;

create table post_media (
  post_id bigint not null references posts on delete cascade,
  position smallint not null,
  url text not null,
  thumbnail_url text,
  type text not null check (type in ('image', 'video')),
  width integer,
  height integer,
  alt text check (length(alt) <= 300),
  primary key (post_id, position)
);
comment on table post_media is
  'The pictures and videos of a post.';
create index post_media_by_url on post_media (url);

create table likes (
  post_id bigint not null references posts on delete cascade,
  member_id bigint not null references members on delete cascade,
  -- Copied from the post, since the likes of a deleted post are deleted after it. What belongs to a hidden post is not counted.
  post_author_id bigint not null,
  post_group_id bigint,
  is_post_hidden boolean not null default false,
  created_at timestamptz not null,
  notification_id bigint,
  primary key (post_id, member_id)
);
comment on table likes is
  'Who likes which post.';
create index likes_by_member on likes (member_id, created_at);
create index likes_by_notification on likes (notification_id, created_at) where notification_id is not null;

create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  author_id bigint not null references members on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  is_hidden boolean not null default false,
  -- Copied from the post, since the comments of a deleted post are deleted after it. What belongs to a hidden post is not counted.
  post_author_id bigint not null,
  post_group_id bigint,
  is_post_hidden boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz,
  version integer not null default 0,
  notification_id bigint,
  -- The top comment; there is one level of replies (see prepare_comment).
  parent_id bigint references comments on delete cascade,
  mentioned_ids bigint[] not null default '{}' check (cardinality(mentioned_ids) <= 20),
  reply_count integer not null default 0,
  likes_count integer not null default 0,
  reply_notification_id bigint,
  constraint comments_counts_check check (least(likes_count, reply_count) >= 0)
);
comment on table comments is
  'Comments on posts. Those with a parent are replies.';
create index comments_by_author on comments (author_id, created_at);
create index comments_by_notification on comments (notification_id, created_at) where notification_id is not null;
create index comments_by_post on comments (post_id, parent_id, id);
create index comments_by_parent on comments (parent_id, id) where parent_id is not null;
create index comments_by_reply_notification on comments (reply_notification_id, created_at)
  where reply_notification_id is not null;

create table comment_likes (
  comment_id bigint not null references comments on delete cascade,
  member_id bigint not null references members on delete cascade,
  notification_id bigint,
  created_at timestamptz not null,
  primary key (comment_id, member_id)
);
comment on table comment_likes is
  'Who likes which comment.';
create index comment_likes_by_member on comment_likes (member_id, created_at);
create index comment_likes_by_notification on comment_likes (notification_id, created_at) where notification_id is not null;

create table mentions (
  post_id bigint references posts on delete cascade,
  comment_id bigint references comments on delete cascade,
  member_id bigint not null references members on delete cascade,
  notification_id bigint,
  created_at timestamptz not null,
  check (num_nonnulls(post_id, comment_id) = 1)
);
comment on table mentions is
  'One row for each member named in a post or a comment.';
create unique index mentions_by_post on mentions (post_id, member_id) where post_id is not null;
create unique index mentions_by_comment on mentions (comment_id, member_id) where comment_id is not null;
create index mentions_by_member on mentions (member_id, created_at);
create index mentions_by_notification on mentions (notification_id, created_at) where notification_id is not null;

create table post_tags (
  post_id bigint not null references posts on delete cascade,
  tag text not null,
  created_at timestamptz not null,
  primary key (tag, post_id)
);
comment on table post_tags is
  'The tags in the caption of a post.';
create index post_tags_by_post on post_tags (post_id);
create index post_tags_by_time on post_tags (created_at, tag);

create table bookmarks (
  -- In the order of saving; a page of the list ends at such a number.
  id bigint generated always as identity,
  member_id bigint not null references members on delete cascade,
  post_id bigint not null references posts on delete cascade,
  created_at timestamptz not null,
  primary key (member_id, post_id)
);
comment on table bookmarks is
  'Which posts a member has saved.';
create unique index bookmarks_newest on bookmarks (member_id, id);
create index bookmarks_by_post on bookmarks (post_id);

create table timelines (
  member_id bigint primary key references members on delete cascade,
  seen_at timestamptz not null,
  -- Until the job has filled it, readers query the posts directly.
  is_filled boolean not null default false,
  -- Complete above this post. At and below it, readers query the posts directly.
  floor_id bigint not null default 0
);
comment on table timelines is
  'The feed of each active member: own posts and those of followed members, copied when they are written (docs/decisions/0012). Posts of groups, and of authors with very many followers, are queried when the feed is read.';
create index timelines_by_visit on timelines (seen_at);

create table timeline_posts (
  member_id bigint not null references timelines on delete cascade,
  post_id bigint not null references posts on delete cascade,
  author_id bigint not null,
  primary key (member_id, post_id)
);
comment on table timeline_posts is
  'Posts in the home feed of each member who has opened it lately.';
create index timeline_posts_by_post on timeline_posts (post_id);

create table high_fanout_authors (
  member_id bigint primary key references members on delete cascade
);
comment on table high_fanout_authors is
  'Authors with so many followers that their posts are not copied to timelines. An author never leaves this table.';
