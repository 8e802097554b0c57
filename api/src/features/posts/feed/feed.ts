import { sql } from 'kysely'
import { maxNewPosts, type Feed, type FeedQuery } from '@rootsquare/contract/posts'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { canOpenProfile, noSuchMember } from '#api/domain/visibility.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { authorIds, floorOf, followedIds, groupIds, timelineIds, maxPostId, type IdSpan } from './feed-ids.ts'
import { blockedIdsOf, selectFigures, selectPosts } from '#api/features/posts/post-rows.ts'
import { shapePost, type PostFigures, type PostRow } from '#api/features/posts/post-shapes.ts'
import { ReplyJson } from '#api/http/serve/reply-json.ts'
import { writePost, type PostTexts, type PostWithTexts } from './post-texts.ts'
import { recordVisit } from './timelines.ts'

/** Deeper pages must be read by cursor, which costs the same at every depth. */
const maxDepth = 10_000

/** Returns the viewer's own posts, posts of followed members and posts in joined groups. */
export async function homeFeed(
  { texts, ...deps }: Deps & { texts: PostTexts },
  viewer: Viewer,
  query: FeedQuery,
): Promise<ReplyJson<Feed>> {
  const rows = await readHome(deps, viewer, query)
  const posts = await addTexts({ db: deps.db, texts }, viewer, rows.slice(0, query.size))
  const content = posts.map((post) => writePost(post, viewer)).join(',')
  return new ReplyJson(`{"content":[${content}],${JSON.stringify(pageOf(rows, query)).slice(1)}`)
}

type FeedRow = PostFigures | PostRow

/** Reads the feed. For a reader with a recent visit the rows lack the content, because this node has stored most of it. */
async function readHome(deps: Deps, viewer: Viewer, query: FeedQuery): Promise<FeedRow[]> {
  const span = spanOf(query)
  // A reader with a cursor has just read the first page, which recorded the visit.
  const timeline = query.cursor === undefined ? await recordVisit(deps, viewer.id) : 'known'
  const ready = timeline === 'unfilled' ? null : await readTimeline(deps.db, viewer, { span, timeline })
  const isNothing = timeline === 'filled' && ready?.length === 0
  if (ready !== null && (isNothing || coversPage(ready, span))) return ready
  return (await selectPosts(viewer, followedIds(viewer, span)).execute(deps.db)).rows
}

async function readTimeline(
  db: Db,
  viewer: Viewer,
  { span, timeline }: { span: IdSpan; timeline: 'filled' | 'known' },
): Promise<FeedRow[]> {
  const select = timeline === 'known' ? selectFigures : selectPosts
  return (await select(viewer, timelineIds(viewer, span), floorOf(viewer)).execute(db)).rows
}

/** Adds the content, and reads what is not stored yet in one statement. A post that has just been deleted is omitted. */
async function addTexts(
  { db, texts }: { db: Db; texts: PostTexts },
  viewer: Viewer,
  rows: FeedRow[],
): Promise<PostWithTexts[]> {
  const found = rows.map((row) => texts.find(row) ?? ('caption' in row ? texts.save(row) : undefined))
  const missing = rows.flatMap(({ id }, place) => (found[place] ? [] : [id]))
  if (missing.length === 0) return found.flatMap((post) => post ?? [])
  const ids = sql<{ id: number }>`select id from posts where id = any(${missing}::bigint[]) and not is_hidden`
  const read = (await selectPosts(viewer, ids).execute(db)).rows.map((row) => texts.save(row))
  return rows.flatMap(({ id }, place) => found[place] ?? read.find(({ figures }) => figures.id === id) ?? [])
}

/**
 * Returns whether the timeline covers the page. It does not if it was deleted or is too short. Without rows this is
 * unknown.
 */
function coversPage(rows: FeedRow[], { take, skip }: IdSpan): boolean {
  const floor = rows[0]?.floor_id ?? null
  if (floor === null) return false
  return floor === 0 || (rows.length === take - skip && rows.every((row) => row.id > floor))
}

/** Returns the posts of one member, whose number is a stored counter. */
export async function memberPosts(
  { db }: Deps,
  viewer: Viewer,
  { userId = viewer.id, ...query }: FeedQuery & { userId?: number },
) {
  const isBlocked = sql<boolean>`members.id = any(${blockedIdsOf(viewer)})`
  const author = await db
    .selectFrom('members')
    .select(['posts_count', isBlocked.as('is_blocked')])
    .where('id', '=', userId)
    .where(canOpenProfile(viewer))
    .executeTakeFirst()
  if (!author) throw noSuchMember()
  const { rows } = await selectPosts(viewer, authorIds(viewer, userId, spanOf(query))).execute(db)
  const total = author.is_blocked ? 0 : author.posts_count
  const counted = { totalElements: total, totalPages: Math.ceil(total / query.size) }
  return { ...feedOf(rows, viewer, query), ...counted }
}

export async function groupFeed({ db }: Deps, viewer: Viewer, groupId: number, query: FeedQuery) {
  const group = await db.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst()
  if (!group) throw noSuchGroup()
  const { rows } = await selectPosts(viewer, groupIds(viewer, groupId, spanOf(query))).execute(db)
  return feedOf(rows, viewer, query)
}

export async function countNewPosts({ db }: Deps, viewer: Viewer, cursor: string) {
  const span: IdSpan = { above: parseCursor(cursor).top, below: maxPostId, take: maxNewPosts, skip: 0 }
  const { rows } = await sql<{ count: number; floor_id: number | null }>`
    select count(*) as count, ${floorOf(viewer)} as floor_id
    from (${timelineIds(viewer, span)}) newer`.execute(db)
  const { count = 0, floor_id: floor = null } = rows[0] ?? {}
  if (floor !== null && (floor <= span.above || count === maxNewPosts)) return { count }
  const counted = await sql<{ count: number }>`
    select count(*) as count from (${followedIds(viewer, span)}) newer`.execute(db)
  return { count: counted.rows[0]?.count ?? 0 }
}

/** Returns one row more than the page, to know whether another page follows. */
function spanOf({ cursor, page, size }: FeedQuery): IdSpan {
  if (cursor !== undefined) return { above: 0, below: parseCursor(cursor).last, take: size + 1, skip: 0 }
  const skip = page * size
  if (skip > maxDepth) throw invalid({ page: 'Please go on with the cursor.' })
  return { above: 0, below: maxPostId, take: skip + size + 1, skip }
}

/** Parses a cursor, which contains the last post of its page and the newest post when the reading began. */
function parseCursor(cursor: string): { last: number; top: number } {
  const [last = 0, top = 0] = cursor.split('.').map(Number)
  return { last, top }
}

function feedOf(rows: PostRow[], viewer: Viewer, query: FeedQuery): Feed {
  const content = rows.slice(0, query.size).map((row) => shapePost(row, viewer))
  return { content, ...pageOf(rows, query) }
}

function pageOf(rows: FeedRow[], { cursor, page, size }: FeedQuery): Omit<Feed, 'content'> {
  const isLast = rows.length <= size
  const top = cursor === undefined ? (rows[0]?.id ?? 0) : parseCursor(cursor).top
  return {
    last: isLast,
    totalPages: null,
    totalElements: null,
    number: page,
    nextCursor: isLast ? null : `${rows[size - 1]?.id}.${top}`,
    newestCursor: `${top}.${top}`,
  }
}
