/** All of 21 posts that one index has found, read anew for every request: what the feed is measured against. */
export const bareFeed = `
  select null::bigint as floor_id, posts.id, posts.author_id, posts.caption, posts.location, posts.group_id, posts.likes_count,
    posts.comments_count, posts.created_at, posts.edited_at, posts.tags, null as mentions, groups.name as group_name,
    author.username, author.firstname, author.lastname, author.profile_image,
    coalesce((select true from likes where post_id = posts.id and member_id = $1), false) as is_liked,
    coalesce((select true from bookmarks where post_id = posts.id and member_id = $1), false) as is_saved,
    coalesce((select is_moderator from memberships where group_id = posts.group_id and member_id = $1), false) as is_moderated,
    (select json_agg(json_build_object('postImage', url, 'thumbnail', thumbnail_url, 'type', type,
        'width', width, 'height', height, 'alt', alt) order by position)
      from post_media where post_id = posts.id) as media,
    (select json_build_object('url', url, 'title', title, 'description', description, 'site', site, 'image', image_url)
      from link_cards where id = posts.link_card_id and state = 'ready') as link_card,
    (select row_to_json(first) from (
      select comments.id, parent_id, comments.author_id, body, comments.created_at, comments.edited_at,
        username, firstname, lastname, profile_image, reply_count, likes_count, null as mentions, false as is_moderated,
        coalesce((select true from comment_likes where comment_id = comments.id and member_id = $1), false) as is_liked
      from comments join members on members.id = comments.author_id
      where post_id = posts.id and parent_id is null and not is_hidden
      order by comments.id limit 1
    ) first) as first_comment
  from (select post_id as id from bare_feed where reader_id = $1 order by post_id desc limit 21) page
    join posts on posts.id = page.id
    join members author on author.id = posts.author_id
    left join groups on groups.id = posts.group_id
  order by posts.id desc`
