import { sql } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'
import { isVisiblePost, selectComments } from '#api/features/posts/post-rows.ts'
import { shapeComment } from '#api/features/posts/post-shapes.ts'
import type { EventStream } from '#api/http/serve/event-stream.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { FeedChange, PostChange } from '#api/ports/bus/bus.ts'
import { eventText } from './live-events.ts'
import { addStream, type StreamsById } from './streams-by-id.ts'

/** Changes within this time are read and sent together. */
const gatherMs = 150
const readsAtOnce = 4

/** `streams` contains all streams by member, and `watchers` those that show a post by post. */
type Watch = { db: Db; streams: StreamsById; watchers: StreamsById }

/**
 * Sends open pages the changes of the post that they show, and news of posts in their home feed. These events have no
 * number: a page that was offline loads the post or the count of new posts again.
 */
export function openPostWatch({ db, bus, log }: Deps) {
  const watch: Watch = { db, streams: new Map(), watchers: new Map() }
  const gathered: PostChange[] = []
  let timer: NodeJS.Timeout | undefined

  async function sendGathered(): Promise<void> {
    const changes = gathered.splice(0)
    await sendChanges(watch, changes).catch((error: unknown) => {
      log.warn({ err: error }, 'changes of posts were not sent to open pages')
    })
    timer = gathered.length > 0 ? setTimeout(sendGathered, gatherMs).unref() : undefined
  }

  const unsubscribe = bus.onPostChange((change) => {
    if (!isAwaited(watch, change)) return
    gathered.push(change)
    timer ??= setTimeout(sendGathered, gatherMs).unref()
  })
  return {
    add(stream: EventStream, postId: number | undefined): void {
      addStream(watch.streams, stream.viewer.id, stream)
      if (postId !== undefined) addStream(watch.watchers, postId, stream)
    },
    close(): void {
      unsubscribe()
      clearTimeout(timer)
    },
  }
}

const isOfFeeds = (change: PostChange): change is FeedChange => 'authorId' in change

const isAwaited = ({ streams, watchers }: Watch, change: PostChange) =>
  isOfFeeds(change) ? streams.size > 0 : watchers.has(change.postId)

async function sendChanges(watch: Watch, changes: PostChange[]): Promise<void> {
  const ofFeeds = changes.filter(isOfFeeds)
  const added = ofFeeds.filter(({ kind }) => kind === 'new')
  if (added.length > 0) await sendNew(watch, added)
  for (const post of ofFeeds) if (post.kind === 'deleted') await sendDeleted(watch, post)
  const perPost = Map.groupBy(
    changes.filter((change) => !isOfFeeds(change)),
    ({ postId }) => postId,
  )
  for (const [postId, own] of perPost) await sendToWatchers(watch, postId, own)
}

async function sendNew(watch: Watch, posts: FeedChange[]): Promise<void> {
  const { readers } = await findReaders(watch, posts)
  for (const stream of streamsOf(watch, readers)) stream.write(eventText('posts', {}))
}

/** Sends the deletion of a post, also to pages that show it but do not have it in their home feed. */
async function sendDeleted(watch: Watch, post: FeedChange): Promise<void> {
  const { readers, blocked } = await findReaders(watch, [post])
  const isSeen = ({ viewer: { id, role } }: EventStream) =>
    isStaff(role) || readers.includes(id) || !blocked.includes(id)
  const watching = [...(watch.watchers.get(post.postId) ?? [])].filter(isSeen)
  const text = eventText('post', { id: post.postId, deleted: true })
  for (const stream of new Set([...watching, ...streamsOf(watch, readers)])) stream.write(text)
}

const streamsOf = ({ streams }: Watch, memberIds: number[]) =>
  memberIds.flatMap((id) => [...(streams.get(id) ?? [])])

/** `readers` wrote one of the posts or have it in their home feed. `blocked` have a block between them and an author. */
type Readers = { readers: number[]; blocked: number[] }

/**
 * Finds the readers in one query, however many follow the authors. Followers have no block. Staff and moderators of a group
 * see all its posts.
 */
async function findReaders({ db, streams }: Watch, posts: FeedChange[]): Promise<Readers> {
  const online = [...streams.keys()]
  const staff = online.filter((id) => [...(streams.get(id) ?? [])].some(({ viewer }) => isStaff(viewer.role)))
  const authors = posts.map(({ authorId }) => authorId)
  const groups = posts.map(({ groupId }) => groupId)
  const { rows } = await sql<Readers>`
    with post as materialized (
      select author_id, group_id, array(${blockedEitherWay({ id: sql.ref('author_id') })}) as blocked_ids
      from unnest(${authors}::bigint[], ${groups}::bigint[]) as each (author_id, group_id))
    select array(
      select unnest(${authors}::bigint[])
      union
      select follower_id from follows
        where followed_id = any(${authors}::bigint[]) and follower_id = any(${online}::bigint[])
      union
      select member_id from memberships
        where group_id = any(${groups}::bigint[]) and member_id = any(${online}::bigint[])
          and (is_moderator or member_id = any(${staff}::bigint[]) or exists (
            select from post where post.group_id = memberships.group_id and member_id <> all(blocked_ids)))
    ) as readers, array(select unnest(blocked_ids) from post) as blocked`.execute(db)
  return rows[0] ?? { readers: [], blocked: [] }
}

async function sendToWatchers(watch: Watch, postId: number, changes: PostChange[]): Promise<void> {
  const present = [...(watch.watchers.get(postId) ?? [])]
  const found = await countsOf(watch.db, postId, present)
  if (!found) return
  const { blocked, ...counts } = found
  const comments = changes.filter((change) => change.kind === 'comment')
  const deleted = comments.filter(({ isDeleted }) => isDeleted).map(({ commentId: id }) => id)
  const deletions = [...new Set(deleted)].map((id) => eventText('comment', { id, deleted: true })).join('')
  const changed = comments.map(({ commentId }) => commentId).filter((id) => !deleted.includes(id))
  while (present.length > 0) {
    await Promise.all(
      present.splice(0, readsAtOnce).map(async (stream) => {
        if (blocked.includes(stream.viewer.id) && !(await isStillSeen(watch.db, stream.viewer, postId)))
          return
        const written = await commentTexts(watch.db, stream.viewer, changed)
        stream.write(deletions + written + eventText('post', counts))
      }),
    )
  }
}

type Counts = { id: number; likes: number; commentCount: number; blocked: number[] }

/** Selects the counts of a post. `blocked` are the watchers who have a block between them and its author by now. */
async function countsOf(db: Db, postId: number, watchers: EventStream[]): Promise<Counts | undefined> {
  const ids = watchers.map(({ viewer }) => viewer.id)
  const { rows } = await sql<Counts>`
    select id, likes_count as likes, comments_count as "commentCount", array(
        select blocked_id from blocks where blocker_id = author_id and blocked_id = any(${ids}::bigint[])
        union all select blocker_id from blocks where blocked_id = author_id and blocker_id = any(${ids}::bigint[])
      ) as blocked
    from posts where id = ${postId} and not is_hidden`.execute(db)
  return rows[0]
}

/** Returns whether the viewer still sees the post. Staff and moderators of its group see it across a block. */
async function isStillSeen(db: Db, viewer: Viewer, postId: number): Promise<boolean> {
  const { rows } = await sql`select from posts where ${isVisiblePost(viewer, postId)}`.execute(db)
  return rows.length > 0
}

/** Builds the events of comments as this reader sees them, because blocks and permissions differ. */
async function commentTexts(db: Db, viewer: Viewer, ids: number[]): Promise<string> {
  if (ids.length === 0) return ''
  const { rows } = await sql<Parameters<typeof shapeComment>[0]>`
    ${selectComments(viewer, sql`comments.id = any(${ids}::bigint[])`)} order by comments.id`.execute(db)
  return rows.map((row) => eventText('comment', shapeComment(row, viewer))).join('')
}
