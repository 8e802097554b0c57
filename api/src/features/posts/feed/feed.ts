import { sql } from 'kysely'
import { mostNew } from '@rootsquare/contract/posts'
import type { Feed, FeedQuery } from '@rootsquare/contract/posts'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { mayOpen, noSuchMember } from '#api/domain/visibility.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { authorIds, floorOf, followedIds, groupIds, laidOutIds, noEnd } from './feed-ids.ts'
import type { Span } from './feed-ids.ts'
import { selectPosts, shapePost, unseenBy } from '#api/features/posts/post-rows.ts'
import type { PostRow } from '#api/features/posts/post-rows.ts'
import { touchTimeline } from './timelines.ts'

/** Further pages must be read by cursor, which costs the same at every depth. */
const deepest = 10_000

/** Own posts, posts of followed members and posts in joined groups. */
export async function homeFeed(deps: Deps, viewer: Viewer, query: FeedQuery): Promise<Feed> {
  const span = spanOf(query)
  // A reader with a cursor has just read the first page, which has recorded the visit.
  const timeline = query.cursor === undefined ? await touchTimeline(deps, viewer.id) : 'known'
  const ready = timeline === 'unfilled' ? null : await readLaidOut(deps.db, viewer, span)
  const isNothing = timeline === 'filled' && ready?.length === 0
  const isWhole = ready !== null && (isNothing || reaches(ready, span))
  return feedOf(isWhole ? ready : await readPosts(deps.db, viewer, span), viewer, query)
}

async function readLaidOut(db: Db, viewer: Viewer, span: Span): Promise<PostRow[]> {
  return (await selectPosts(viewer, laidOutIds(viewer, span), floorOf(viewer)).execute(db)).rows
}

async function readPosts(db: Db, viewer: Viewer, span: Span): Promise<PostRow[]> {
  return (await selectPosts(viewer, followedIds(viewer, span)).execute(db)).rows
}

/** Returns false where the timeline is gone or does not reach far enough. Without rows nothing is known. */
function reaches(rows: PostRow[], { take, skip }: Span): boolean {
  const floor = rows[0]?.floor_id ?? null
  if (floor === null) return false
  return floor === 0 || (rows.length === take - skip && rows.every((row) => row.id > floor))
}

/** The posts of one member; here the total is a stored counter. */
export async function memberPosts(
  { db }: Deps,
  viewer: Viewer,
  { userId = viewer.id, ...query }: FeedQuery & { userId?: number },
): Promise<Feed> {
  const isUnseen = sql<boolean>`members.id = any(${unseenBy(viewer)})`
  const author = await db
    .selectFrom('members')
    .select(['posts_count', isUnseen.as('is_unseen')])
    .where('id', '=', userId)
    .where(mayOpen(viewer))
    .executeTakeFirst()
  if (!author) throw noSuchMember()
  const { rows } = await selectPosts(viewer, authorIds(viewer, userId, spanOf(query))).execute(db)
  const total = author.is_unseen ? 0 : author.posts_count
  const counted = { totalElements: total, totalPages: Math.ceil(total / query.size) }
  return { ...feedOf(rows, viewer, query), ...counted }
}

export async function groupFeed(
  { db }: Deps,
  viewer: Viewer,
  groupId: number,
  query: FeedQuery,
): Promise<Feed> {
  const group = await db.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst()
  if (!group) throw noSuchGroup()
  const { rows } = await selectPosts(viewer, groupIds(viewer, groupId, spanOf(query))).execute(db)
  return feedOf(rows, viewer, query)
}

export async function countNewPosts(
  { db }: Deps,
  viewer: Viewer,
  cursor: string,
): Promise<{ count: number }> {
  const span: Span = { above: placeIn(cursor).top, below: noEnd, take: mostNew, skip: 0 }
  const { rows } = await sql<{ count: number; floor_id: number | null }>`
    select count(*) as count, ${floorOf(viewer)} as floor_id
    from (${laidOutIds(viewer, span)}) newer`.execute(db)
  const { count = 0, floor_id: floor = null } = rows[0] ?? {}
  if (floor !== null && (floor <= span.above || count === mostNew)) return { count }
  const counted = await sql<{ count: number }>`
    select count(*) as count from (${followedIds(viewer, span)}) newer`.execute(db)
  return { count: counted.rows[0]?.count ?? 0 }
}

/** One more than the page holds, to know whether another follows. */
function spanOf({ cursor, page, size }: FeedQuery): Span {
  if (cursor !== undefined) return { above: 0, below: placeIn(cursor).last, take: size + 1, skip: 0 }
  const skip = page * size
  if (skip > deepest) throw invalid({ page: 'Please go on with the cursor.' })
  return { above: 0, below: noEnd, take: skip + size + 1, skip }
}

/** A cursor holds the last post of its page, and the newest there was when the reading began. */
function placeIn(cursor: string): { last: number; top: number } {
  const [last = 0, top = 0] = cursor.split('.').map(Number)
  return { last, top }
}

function feedOf(rows: PostRow[], viewer: Viewer, { cursor, page, size }: FeedQuery): Feed {
  const content = rows.slice(0, size).map((row) => shapePost(row, viewer))
  const isLast = rows.length <= size
  const top = cursor === undefined ? (content[0]?.id ?? 0) : placeIn(cursor).top
  return {
    content,
    last: isLast,
    totalPages: null,
    totalElements: null,
    number: page,
    nextCursor: isLast ? null : `${content.at(-1)?.id}.${top}`,
    newestCursor: `${top}.${top}`,
  }
}
