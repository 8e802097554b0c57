import { sql, type RawBuilder } from 'kysely'
import type { Comment } from '@rootsquare/contract/posts'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { mentionsFor } from '#api/domain/mentions.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { shapeComment, shapePost } from './post-shapes.ts'
import type { CommentRow, PostFigures, PostRow, Reader } from './post-shapes.ts'

export type IdQuery = RawBuilder<{ id: number }>

/**
 * Selects the members with a block between them and the reader, who do not see each other's content. The array is computed
 * once per statement.
 */
export const blockedIdsOf = (reader: Reader) => sql<number[]>`array(${blockedEitherWay(reader ?? { id: 0 })})`

// This is a lookup by key instead of `exists`, for which PostgreSQL may build a table of all likes of the reader.
const isLikedBy = (reader: Reader) => sql<boolean>`(posts.likes_count > 0 and coalesce(
  (select true from likes where post_id = posts.id and member_id = ${reader?.id ?? 0}), false))`

const isSavedBy = (reader: Reader) => sql<boolean>`coalesce(
  (select true from bookmarks where post_id = posts.id and member_id = ${reader?.id ?? 0}), false)`

const isCommentLikedBy = (reader: Reader) => sql<boolean>`(comments.likes_count > 0 and coalesce(
  (select true from comment_likes where comment_id = comments.id and member_id = ${reader?.id ?? 0}), false))`

// The array is computed once per statement.
export const isModeratedBy = (
  reader: Reader,
  groupId = sql.ref('posts.group_id'),
) => sql<boolean>`coalesce(${groupId} = any(array(
  select group_id from memberships where member_id = ${reader?.id ?? 0} and is_moderator)), false)`

/**
 * Matches authors without a block. Staff and moderators of the group see all of them, so that nobody escapes moderation by
 * blocking.
 */
export const isAllowedByBlocks = (
  reader: Reader,
  authorId: RawBuilder<unknown> = sql.ref('posts.author_id'),
) =>
  reader !== null && isStaff(reader.role)
    ? sql<boolean>`true`
    : sql<boolean>`(${authorId} <> all(${blockedIdsOf(reader)}) or ${isModeratedBy(reader)})`

/**
 * Selects posts, newest first. It is the only statement that does, and `ids` says which. Every row repeats the floor of the
 * timeline, because a second statement for it would cost half as much again.
 */
export function selectPosts(reader: Reader, ids: IdQuery, floor = noFloor): RawBuilder<PostRow> {
  return sql<PostRow>`
    select ${figures(reader, floor)}, posts.author_id, posts.caption, posts.location, posts.group_id,
      posts.created_at, posts.edited_at, posts.tags, groups.name as group_name,
      author.username, author.firstname, author.lastname, author.profile_image,
      (select json_agg(json_build_object('postImage', url, 'thumbnail', thumbnail_url, 'type', type,
          'width', width, 'height', height, 'alt', alt) order by position)
        from post_media where post_id = posts.id) as media,
      (select json_build_object('url', url, 'title', title, 'description', description, 'site', site, 'image', image_url)
        from link_cards where id = posts.link_card_id and state = 'ready') as link_card,
      row_to_json(first) as first_comment
    ${fromPosts(reader, ids)}`
}

/** Selects the posts without their content, which may be cached already. */
export const selectFigures = (reader: Reader, ids: IdQuery, floor: Floor) =>
  sql<PostFigures>`select ${figures(reader, floor)} ${fromPosts(reader, ids)}`

type Floor = RawBuilder<number | null>
const noFloor: Floor = sql`null::bigint`

// No version ever decreases, so their sum stays the same only if each of them does.
const figures = (reader: Reader, floor: Floor) => sql`
  ${floor} as floor_id, posts.id, posts.version + author.version + coalesce(groups.version, 0) as version,
  posts.likes_count, posts.comments_count, ${isLikedBy(reader)} as is_liked, ${isSavedBy(reader)} as is_saved,
  ${mentionsFor(reader, sql.ref('posts.mentioned_ids'))} as mentions, ${isModeratedBy(reader)} as is_moderated,
  first.id as first_comment_id, first.version as first_comment_version,
  first.reply_count as first_reply_count, first.likes_count as first_likes_count, first.is_liked as first_is_liked,
  first.mentions as first_mentions`

const commentColumns = (reader: Reader) => sql`
  comments.id, comments.parent_id, comments.author_id, comments.body, comments.created_at, comments.edited_at,
  username, firstname, lastname, profile_image, comments.reply_count, comments.likes_count,
  ${isCommentLikedBy(reader)} as is_liked, ${mentionsFor(reader, sql.ref('comments.mentioned_ids'))} as mentions`

const fromPosts = (reader: Reader, ids: IdQuery) => sql`
  from (${ids}) page
    join posts on posts.id = page.id
    join members author on author.id = posts.author_id
    left join groups on groups.id = posts.group_id
    left join lateral (
      select ${commentColumns(reader)}, comments.version + members.version as version, false as is_moderated
      from comments join members on members.id = comments.author_id
      where posts.comments_count > 0 and post_id = posts.id and parent_id is null and not is_hidden and ${sql.lit(reader !== null)}
        and ${isAllowedByBlocks(reader, sql.ref('comments.author_id'))}
      order by comments.id limit 1
    ) first on true
  order by posts.id desc`

export const isVisiblePost = (reader: Reader, id: number) =>
  sql`posts.id = ${id} and not posts.is_hidden and ${isAllowedByBlocks(reader)}`

export async function requirePost(db: Db, reader: Reader, id: number) {
  const { rows } = await selectPosts(
    reader,
    sql`select id from posts where ${isVisiblePost(reader, id)}`,
  ).execute(db)
  if (!rows[0]) throw noSuchPost()
  return shapePost(rows[0], reader)
}

/** Rejects a post that the reader does not see, for handlers that do not need the post itself. */
export async function requireVisiblePost(db: Db, reader: Viewer, id: number): Promise<void> {
  const { rows } = await sql`select from posts where ${isVisiblePost(reader, id)}`.execute(db)
  if (rows.length === 0) throw noSuchPost()
}

export const isVisibleComment = (reader: Viewer) =>
  sql<boolean>`(${isUnhidden} and ${isCommentAllowedByBlocks(reader)})`

const isUnhidden = sql<boolean>`(not comments.is_hidden and not comments.is_post_hidden)`

/**
 * Selects the comments that the reader may see, on visible posts. The reader's own comments are always included, so that
 * they can be deleted.
 */
export function selectComments(reader: Viewer, which: RawBuilder<unknown>): RawBuilder<CommentRow> {
  return selectUnhiddenComments(reader, sql`${isCommentAllowedByBlocks(reader)} and ${which}`)
}

/** Matches comments that no block hides. A reply is visible only with its top comment. */
const isCommentAllowedByBlocks = (reader: Viewer) => sql<boolean>`(
  ${isAllowedByBlocks(reader, sql.ref('comments.author_id'))} and (comments.author_id = ${reader.id} or (
    ${isAllowedByBlocks(reader)} and (comments.parent_id is null or ${isAllowedByBlocks(reader, topAuthorId)}))))`

// This is a lookup by key, because PostgreSQL may read all comments for a join.
const topAuthorId = sql<number>`(select top.author_id from comments top where top.id = comments.parent_id)`

export const commentsWithPostAndAuthor = sql`comments
  join posts on posts.id = comments.post_id
  join members on members.id = comments.author_id`

/** Selects comments that are not hidden. `which` selects them and decides what the reader may see. */
function selectUnhiddenComments(reader: Viewer, which: RawBuilder<unknown>): RawBuilder<CommentRow> {
  return sql<CommentRow>`
    select ${commentColumns(reader)}, ${isModeratedBy(reader)} as is_moderated from ${commentsWithPostAndAuthor}
    where ${isUnhidden} and ${which}`
}

export async function requireComment(db: Db, reader: Viewer, id: number): Promise<Comment> {
  const { rows } = await selectComments(reader, sql`comments.id = ${id}`).execute(db)
  if (!rows[0]) throw noSuchComment()
  return shapeComment(rows[0], reader)
}

/** Returns a comment to reply to, which must be on this post. */
export async function requireCommentOn(
  db: Db,
  reader: Viewer,
  postId: number,
  id: number,
): Promise<CommentRow> {
  const { rows } = await selectComments(
    reader,
    sql`comments.id = ${id} and comments.post_id = ${postId}`,
  ).execute(db)
  if (!rows[0]) throw noSuchComment()
  return rows[0]
}

/** Returns a comment to report. Its author may be behind a block, because a block does not protect from reports. */
export async function requireReportableComment(db: Db, reader: Viewer, id: number): Promise<Comment> {
  const isBlocked = sql<boolean>`comments.author_id = any(${blockedIdsOf(reader)})`
  const { rows } = await selectUnhiddenComments(
    reader,
    sql`comments.id = ${id} and (${isCommentAllowedByBlocks(reader)} or ${isBlocked})`,
  ).execute(db)
  if (!rows[0]) throw noSuchComment()
  return shapeComment(rows[0], reader)
}

export const noSuchPost = () => notFound('This post is no longer available.')
export const noSuchComment = () => notFound('This comment is no longer available.')
