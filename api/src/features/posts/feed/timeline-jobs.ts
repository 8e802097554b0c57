import { sql } from 'kysely'
import { z } from 'zod'
import { transact, withLongTimeout, type Db, type Tx } from '#api/db/db.ts'
import { job, scheduledJob } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'

/** Posts of an author with this many followers are not copied into timelines, but found when a feed is read. */
export const highFanoutFollowers = 5000
const followersAtOnce = 1000
const storedDays = 30
const timelinesAtOnce = 200

/** Copies a new post into the timelines of its author's followers, in batches. It can run again safely. */
export const copyToTimelines = job({
  name: 'spread-post',
  payload: z.object({ postId: z.number() }),
  async run({ db }, { postId }) {
    const author = await authorOf(db, postId)
    // The post was deleted before this job ran.
    if (!author) return
    if (author.is_high_fanout || author.followers >= highFanoutFollowers) await markHighFanout(db, author.id)
    else await copyToAllFollowers(db, { id: postId, authorId: author.id })
    await db.updateTable('posts').set({ is_fanned_out: true }).where('id', '=', postId).execute()
  },
})

export const fillTimeline = job({
  name: 'fill-timeline',
  payload: z.object({ memberId: z.number() }),
  async run({ db }, { memberId }) {
    await withLongTimeout(db, (tx) => sql`select fill_timeline(${memberId})`.execute(tx))
  },
})

/**
 * Deletes unused timelines. A member who returns later reads the posts themselves at first, and gets a new timeline at that
 * visit.
 */
export const dropTimelines = scheduledJob({
  name: 'drop-timelines',
  cron: '23 2 * * *',
  async run({ db, clock }) {
    const before = inDays(clock.now(), -storedDays)
    while ((await transact(db, (tx) => deleteSomeTimelines(tx, before))) === timelinesAtOnce);
  },
})

/** Deletes a batch of timelines, except those of members who return at this moment. */
async function deleteSomeTimelines(tx: Tx, before: Date): Promise<number> {
  const stale = tx
    .selectFrom('timelines')
    .select('member_id')
    .where('seen_at', '<', before)
    .limit(timelinesAtOnce)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx
    .deleteFrom('timelines')
    .where('member_id', 'in', stale)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function authorOf(db: Db, postId: number) {
  return db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .leftJoin('high_fanout_authors', 'high_fanout_authors.member_id', 'members.id')
    .select(['members.id', 'members.followers_count as followers'])
    .select(({ eb }) => eb('high_fanout_authors.member_id', 'is not', null).as('is_high_fanout'))
    .where('posts.id', '=', postId)
    .executeTakeFirst()
}

async function markHighFanout(db: Db, memberId: number): Promise<void> {
  await db
    .insertInto('high_fanout_authors')
    .values({ member_id: memberId })
    .onConflict((on) => on.doNothing())
    .execute()
}

type PostToCopy = { id: number; authorId: number }

async function copyToAllFollowers(db: Db, post: PostToCopy): Promise<void> {
  await transact(db, (tx) => insertTimelinePosts(tx, post, sql`select ${post.authorId}::bigint as member_id`))
  for (let last: number | null = 0; last !== null;) {
    const from: number = last
    last = await transact(db, async (tx) => {
      const batch = await followersFrom(tx, post.authorId, from)
      await insertTimelinePosts(tx, post, sql`select unnest(${batch}::bigint[]) as member_id`)
      return batch.length < followersAtOnce ? null : (batch.at(-1) ?? null)
    })
  }
}

/**
 * Locks the follows. A concurrent unfollow either waits and then removes the copied posts, or has already deleted its
 * follow.
 */
async function followersFrom(tx: Tx, authorId: number, after: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('follows')
    .select('follower_id')
    .where('followed_id', '=', authorId)
    .where('follower_id', '>', after)
    .orderBy('follower_id')
    .limit(followersAtOnce)
    .forKeyShare()
    .execute()
  return rows.map((row) => row.follower_id)
}

async function insertTimelinePosts(tx: Tx, post: PostToCopy, members: ReturnType<typeof sql>): Promise<void> {
  await sql`insert into timeline_posts (member_id, post_id, author_id)
    select timelines.member_id, posts.id, posts.author_id
    from (${members}) reader join timelines using (member_id), posts
    where posts.id = ${post.id} and not posts.is_hidden
    on conflict do nothing`.execute(tx)
}
