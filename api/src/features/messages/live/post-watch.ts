import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isVisiblePost, selectComments } from '#api/features/posts/post-rows.ts'
import { shapeComment } from '#api/features/posts/post-shapes.ts'
import type { EventStream } from '#api/http/serve/event-stream.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { FeedChange, PostChange } from '#api/ports/bus/bus.ts'
import { eventText } from './live-events.ts'
import { addStream, type StreamsById } from './streams-by-id.ts'

/** Changes of so many milliseconds are read and sent together. */
const gatherMs = 150
const readsAtOnce = 4

/** `streams` are all, by their member; `watchers` those that show a post, by that post. */
type Watch = { db: Db; streams: StreamsById; watchers: StreamsById }

/**
 * Sends open pages the changes of the post that they show, and news of posts in their home feed. These events have no number: a
 * page that was away loads the post or the count of new posts again.
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
  if (added.length > 0) await sendToFeeds(watch, added, eventText('posts', {}))
  for (const post of ofFeeds) if (post.kind === 'deleted') await sendDeleted(watch, post)
  const perPost = Map.groupBy(
    changes.filter((change) => !isOfFeeds(change)),
    ({ postId }) => postId,
  )
  for (const [postId, own] of perPost) await sendToWatchers(watch, postId, own)
}

/** The pages that show it need not have it in their home feed. */
async function sendDeleted(watch: Watch, post: FeedChange): Promise<void> {
  const text = eventText('post', { id: post.postId, deleted: true })
  for (const stream of watch.watchers.get(post.postId) ?? []) stream.write(text)
  await sendToFeeds(watch, [post], text)
}

/** Whose feeds of those online a post concerns is one query, however many follow its author. Other pages of the author are among them. */
async function sendToFeeds({ db, streams }: Watch, posts: FeedChange[], text: string): Promise<void> {
  const online = [...streams.keys()]
  const { rows } = await sql<{ id: number }>`
    select follower_id as id from follows
      where followed_id = any(${posts.map(({ authorId }) => authorId)}::bigint[]) and follower_id = any(${online}::bigint[])
    union
    select member_id from memberships
      where group_id = any(${posts.map(({ groupId }) => groupId)}::bigint[]) and member_id = any(${online}::bigint[])
  `.execute(db)
  const concerned = new Set([...posts.map(({ authorId }) => authorId), ...rows.map(({ id }) => id)])
  for (const id of concerned) for (const stream of streams.get(id) ?? []) stream.write(text)
}

async function sendToWatchers(watch: Watch, postId: number, changes: PostChange[]): Promise<void> {
  const present = [...(watch.watchers.get(postId) ?? [])]
  const found = await countsOf(watch.db, postId, present)
  if (!found) return
  const { blocked, ...counts } = found
  const comments = changes.filter((change) => change.kind === 'comment')
  const deleted = comments.filter(({ isDeleted }) => isDeleted).map(({ commentId: id }) => id)
  const gone = [...new Set(deleted)].map((id) => eventText('comment', { id, deleted: true })).join('')
  const changed = comments.map(({ commentId }) => commentId).filter((id) => !deleted.includes(id))
  while (present.length > 0) {
    await Promise.all(
      present.splice(0, readsAtOnce).map(async (stream) => {
        if (blocked.includes(stream.viewer.id) && !(await isStillSeen(watch.db, stream.viewer, postId)))
          return
        const written = await commentTexts(watch.db, stream.viewer, changed)
        stream.write(gone + written + eventText('post', counts))
      }),
    )
  }
}

type Counts = { id: number; likes: number; commentCount: number; blocked: number[] }

/** `blocked`: those of the watchers who are on the other side of a block by now. */
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

/** Staff and moderators of its group see a post across a block. */
async function isStillSeen(db: Db, viewer: Viewer, postId: number): Promise<boolean> {
  const { rows } = await sql`select from posts where ${isVisiblePost(viewer, postId)}`.execute(db)
  return rows.length > 0
}

/** As this reader sees them, since blocks and permissions differ. */
async function commentTexts(db: Db, viewer: Viewer, ids: number[]): Promise<string> {
  if (ids.length === 0) return ''
  const { rows } = await sql<Parameters<typeof shapeComment>[0]>`
    ${selectComments(viewer, sql`comments.id = any(${ids}::bigint[])`)} order by comments.id`.execute(db)
  return rows.map((row) => eventText('comment', shapeComment(row, viewer))).join('')
}
