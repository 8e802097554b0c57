import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Comment, CommentContent, Post, PostContent, PostMedium } from '@rootsquare/contract/posts'
import { isStaff } from '@rootsquare/contract/roles'
import type { Db } from '#api/db/db.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export type Ids = RawBuilder<{ id: number }>
type Reader = Viewer | null

type Person = { author_id: number; username: string; firstname: string; lastname: string }
type WrittenText = {
  created_at: Date
  edited_at: Date | null
  profile_image: string | null
  is_moderated: boolean
}
export type CommentRow = Person & WrittenText & { id: number; body: string }
/** What differs from one reader or moment to the next. `version` rises when the content does not stay the same. */
export type PostFigures = {
  floor_id: number | null
  id: number
  version: number
  likes_count: number
  comments_count: number
  is_liked: boolean
  is_moderated: boolean
  first_comment_id: number | null
  first_comment_version: number | null
}
export type PostRow = Person &
  WrittenText &
  PostFigures & {
    caption: string
    location: string | null
    group_id: number | null
    group_name: string | null
    media: PostMedium[] | null
    first_comment: (Omit<CommentRow, 'created_at' | 'edited_at'> & JsonTimes) | null
  }
/** PostgreSQL writes times inside JSON as text. */
type JsonTimes = { created_at: string; edited_at: string | null }

/** Whoever has blocked the reader or was blocked: neither sees what the other writes. An array, worked out once a statement. */
export const unseenBy = (reader: Reader) => sql<number[]>`array(${blockedEitherWay(reader ?? { id: 0 })})`

// A value looked up by its key, not `exists`: of that PostgreSQL may make a table of all the reader ever liked.
const likes = (reader: Reader) => sql<boolean>`(posts.likes_count > 0 and coalesce(
  (select true from likes where post_id = posts.id and member_id = ${reader?.id ?? 0}), false))`

// An array, worked out once a statement.
export const moderates = (
  reader: Reader,
  groupId = sql.ref('posts.group_id'),
) => sql<boolean>`coalesce(${groupId} = any(array(
  select group_id from memberships where member_id = ${reader?.id ?? 0} and is_moderator)), false)`

/** No block stands between them, or the reader is staff or moderates the group: nobody escapes moderators by blocking. */
export const isSeen = (reader: Reader, authorId = sql.ref('posts.author_id')) =>
  reader !== null && isStaff(reader.role)
    ? sql<boolean>`true`
    : sql<boolean>`(${authorId} <> all(${unseenBy(reader)}) or ${moderates(reader)})`

/**
 * The only statement that reads posts, newest first; `ids` selects them. Every row repeats the floor of the timeline,
 * because a second statement for it would cost half as much again.
 */
export function selectPosts(reader: Reader, ids: Ids, floor = noFloor): RawBuilder<PostRow> {
  return sql<PostRow>`
    select ${figures(reader, floor)}, posts.author_id, posts.caption, posts.location, posts.group_id,
      posts.created_at, posts.edited_at, groups.name as group_name,
      author.username, author.firstname, author.lastname, author.profile_image,
      (select json_agg(json_build_object('postImage', url, 'thumbnail', thumbnail_url, 'type', type,
          'width', width, 'height', height, 'alt', alt) order by position)
        from post_media where post_id = posts.id) as media,
      row_to_json(first) as first_comment
    ${fromPosts(reader, ids)}`
}

/** The same without the content, for whoever may have that already. */
export const selectFigures = (reader: Reader, ids: Ids, floor: Floor) =>
  sql<PostFigures>`select ${figures(reader, floor)} ${fromPosts(reader, ids)}`

type Floor = RawBuilder<number | null>
const noFloor: Floor = sql`null::bigint`

// No version ever falls, so their sum stays the same only while each of them does.
const figures = (reader: Reader, floor: Floor) => sql`
  ${floor} as floor_id, posts.id, posts.version + author.version + coalesce(groups.version, 0) as version,
  posts.likes_count, posts.comments_count, ${likes(reader)} as is_liked, ${moderates(reader)} as is_moderated,
  first.id as first_comment_id, first.version as first_comment_version`

const fromPosts = (reader: Reader, ids: Ids) => sql`
  from (${ids}) page
    join posts on posts.id = page.id
    join members author on author.id = posts.author_id
    left join groups on groups.id = posts.group_id
    left join lateral (
      select comments.id, comments.version + members.version as version, comments.author_id, body,
        comments.created_at, comments.edited_at, username, firstname, lastname, profile_image, false as is_moderated
      from comments join members on members.id = comments.author_id
      where posts.comments_count > 0 and post_id = posts.id and not is_hidden and ${sql.lit(reader !== null)}
        and ${isSeen(reader, sql.ref('comments.author_id'))}
      order by comments.id limit 1
    ) first on true
  order by posts.id desc`

export const isSeenPost = (reader: Reader, id: number) =>
  sql`posts.id = ${id} and not posts.is_hidden and ${isSeen(reader)}`

export async function requirePost(db: Db, reader: Reader, id: number): Promise<Post> {
  const { rows } = await selectPosts(
    reader,
    sql`select id from posts where ${isSeenPost(reader, id)}`,
  ).execute(db)
  if (!rows[0]) throw noSuchPost()
  return shapePost(rows[0], reader)
}

/** For whoever only does something with it. */
export async function requireSeen(db: Db, reader: Viewer, id: number): Promise<void> {
  const { rows } = await sql`select from posts where ${isSeenPost(reader, id)}`.execute(db)
  if (rows.length === 0) throw noSuchPost()
}

/** Comments that the reader may see, on posts that the reader may see; one's own can be taken back whatever came between. */
export function selectComments(reader: Viewer, which: RawBuilder<unknown>): RawBuilder<CommentRow> {
  return selectUnhiddenComments(reader, sql`${isSeenComment(reader)} and ${which}`)
}

const isSeenComment = (reader: Viewer) => sql<boolean>`(
  ${isSeen(reader, sql.ref('comments.author_id'))} and (${isSeen(reader)} or comments.author_id = ${reader.id}))`

/** `which` says which, and what may be seen. */
function selectUnhiddenComments(reader: Viewer, which: RawBuilder<unknown>): RawBuilder<CommentRow> {
  return sql<CommentRow>`
    select comments.id, comments.author_id, body, comments.created_at, comments.edited_at,
      username, firstname, lastname, profile_image, ${moderates(reader)} as is_moderated
    from comments
      join posts on posts.id = comments.post_id
      join members on members.id = comments.author_id
    where not comments.is_hidden and not posts.is_hidden and ${which}`
}

export async function requireComment(db: Db, reader: Viewer, id: number): Promise<Comment> {
  const { rows } = await selectComments(reader, sql`comments.id = ${id}`).execute(db)
  if (!rows[0]) throw noSuchComment()
  return shapeComment(rows[0], reader)
}

/** One to report: also of somebody whom a block keeps out of sight, on whoever's post it stands. A block is no shield. */
export async function requireReportableComment(db: Db, reader: Viewer, id: number): Promise<Comment> {
  const isAcrossBlock = sql<boolean>`comments.author_id = any(${unseenBy(reader)})`
  const { rows } = await selectUnhiddenComments(
    reader,
    sql`comments.id = ${id} and (${isSeenComment(reader)} or ${isAcrossBlock})`,
  ).execute(db)
  if (!rows[0]) throw noSuchComment()
  return shapeComment(rows[0], reader)
}

export function shapePost(row: PostRow, reader: Reader): Post {
  const comment = firstCommentOf(row)
  return {
    ...contentOf(row),
    likes: row.likes_count,
    isPostLikedByUser: row.is_liked,
    commentCount: row.comments_count,
    comments: comment ? [shapeComment(comment, reader)] : [],
    can: actionsOnPost(row, reader),
  }
}

export function contentOf(row: PostRow): PostContent {
  const media = row.media ?? []
  return {
    id: row.id,
    ...authorOf(row),
    caption: row.caption,
    location: row.location,
    ...timesOf(row),
    postGroupId: row.group_id,
    postGroupName: row.group_name,
    postImage: media[0]?.postImage ?? null,
    postImageDTO: media,
  }
}

export function shapeComment(row: CommentRow, reader: Reader): Comment {
  return { ...commentContentOf(row), can: actionsOnComment(row, reader) }
}

export function commentContentOf(row: CommentRow): CommentContent {
  return { id: row.id, ...authorOf(row), comments: row.body, ...timesOf(row) }
}

type Written = { author_id: number; is_moderated: boolean }

export function actionsOnPost(post: Written, reader: Reader): Post['can'] {
  const isOwn = post.author_id === reader?.id
  const isMember = reader !== null
  return {
    like: isMember,
    comment: isMember,
    update: isOwn,
    delete: isOwn || mayModerate(post, reader),
    report: isMember && !isOwn,
  }
}

export function actionsOnComment(comment: Written, reader: Reader): Comment['can'] {
  const isOwn = comment.author_id === reader?.id
  return {
    update: isOwn,
    delete: isOwn || mayModerate(comment, reader),
    report: reader !== null && !isOwn,
  }
}

function authorOf(row: Person & WrittenText) {
  return {
    userId: row.author_id,
    userName: row.username,
    firstname: row.firstname,
    lastname: row.lastname,
    profileImage: row.profile_image,
  }
}

function timesOf({ created_at, edited_at }: WrittenText) {
  return { createdDate: created_at.toISOString(), editedDate: edited_at?.toISOString() ?? null }
}

export function firstCommentOf({ first_comment: first, is_moderated }: PostRow): CommentRow | null {
  if (first === null) return null
  const { created_at, edited_at } = first
  return {
    ...first,
    created_at: new Date(created_at),
    edited_at: edited_at === null ? null : new Date(edited_at),
    is_moderated,
  }
}

const mayModerate = ({ is_moderated }: Written, reader: Reader) =>
  reader !== null && (is_moderated || isStaff(reader.role))

export const noSuchPost = () => notFound('This post is not here any more.')
export const noSuchComment = () => notFound('This comment is not here any more.')
