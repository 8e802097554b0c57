import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { homeFeed } from '@rootsquare/contract/posts'
import { buildFollow, buildMember, buildPost, buildToken, updateMember } from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { checkTimelines } from './timeline-check.ts'
import { highFanoutFollowers } from './timeline-jobs.ts'

const hour = 3_600_000

const app = await sharedApp()

const loner = () => buildMember(app, { group_id: null })

async function feedOf(reader: Member, query: Record<string, string | number> = { size: 100 }) {
  return dataOf(homeFeed, await app.call('GET', '/post/user/post/feed', { token: reader.token, query }))
}
const idsOf = async (reader: Member) => (await feedOf(reader)).content.map((post) => post.id)

/** Creates a member who has visited, and whose timeline a job has filled. */
async function visitor(...followed: Member[]): Promise<Member> {
  const member = await loner()
  for (const author of followed) await buildFollow(app, member, author)
  await feedOf(member)
  await app.runJobs()
  return member
}

const signedInAgain = async (member: Member) => ({ ...member, token: await buildToken(app, member) })

async function rowsOf({ id }: Member) {
  return app.deps.db.selectFrom('timeline_posts').select('post_id').where('member_id', '=', id).execute()
}
async function timelineOf({ id }: Member) {
  return app.deps.db.selectFrom('timelines').selectAll().where('member_id', '=', id).executeTakeFirst()
}
const unfollow = (follower: Member, followed: Member) =>
  app.deps.db
    .deleteFrom('follows')
    .where('follower_id', '=', follower.id)
    .where('followed_id', '=', followed.id)
    .execute()

async function openTransaction() {
  const transaction = await app.deps.db.startTransaction().execute()
  return { transaction, commit: () => transaction.commit().execute() }
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db)
  return rows[0]?.count ?? 0
}

const expectNoDifference = async () => expect(await checkTimelines(app.deps.db)).toEqual([])

/** Inserts many posts in one statement, as old posts that no job copies into timelines. */
async function oldPosts(author: Member, count: number): Promise<void> {
  await sql`insert into posts (author_id, caption, created_at, is_fanned_out)
    select ${author.id}, 'Post ' || nth, ${app.clock.now()}, true from generate_series(1, ${count}) nth`.execute(
    app.deps.db,
  )
}

describe('a timeline', () => {
  test('begins with the first visit, and gets new posts', async () => {
    const author = await loner()
    const before = await buildPost(app, author)
    const reader = await visitor(author)
    const after = await buildPost(app, author)
    await app.runJobs()
    expect((await rowsOf(reader)).map((row) => row.post_id).toSorted()).toEqual(
      [before.id, after.id].toSorted(),
    )
    expect(await idsOf(reader)).toEqual([after.id, before.id])
    await expectNoDifference()
  })

  test('follows the changes of follows and unfollows', async () => {
    const author = await loner()
    const post = await buildPost(app, author)
    const reader = await visitor()
    await buildFollow(app, reader, author)
    expect(await rowsOf(reader)).toEqual([{ post_id: post.id }])
    expect(await idsOf(reader)).toEqual([post.id])
    await unfollow(reader, author)
    expect(await rowsOf(reader)).toEqual([])
    expect(await idsOf(reader)).toEqual([])
  })

  test('loses deleted posts and those of banned members', async () => {
    const [author, banned] = [await loner(), await visitor()]
    const reader = await visitor(author, banned)
    const [stored, deleted] = [await buildPost(app, author), await buildPost(app, author)]
    await buildPost(app, banned)
    await app.runJobs()
    await app.deps.db.deleteFrom('posts').where('id', '=', deleted.id).execute()
    await updateMember(app, banned, { banned_at: app.clock.now() })
    expect(await rowsOf(reader)).toEqual([{ post_id: stored.id }])
    await expectNoDifference()
  })

  test('has the newest 500 posts, and older ones follow without a gap', async () => {
    const author = await loner()
    await oldPosts(author, 530)
    const reader = await visitor(author)
    expect(await rowsOf(reader)).toHaveLength(500)
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof feedOf>> = await feedOf(reader, {
        size: 99,
        ...(cursor && { cursor }),
      })
      seen.push(...page.content.map((post) => post.id))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(530)
    expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one))
    await expectNoDifference()
  })

  test('is left alone, and the feed can be read, when the disk is full', async () => {
    const author = await loner()
    const [reader, newcomer] = [await visitor(author), await loner()]
    await buildFollow(app, newcomer, author)
    const post = await buildPost(app, author)
    const { db } = app.deps
    await sql`create function full_disk() returns trigger language plpgsql as $$
      begin raise 'could not extend file: no space left on device' using errcode = '53100'; end $$`.execute(
      db,
    )
    await sql`create trigger full_disk before insert on timelines execute function full_disk()`.execute(db)
    onTestFinished(async () => void (await sql`drop function full_disk cascade`.execute(db)))
    app.clock.move(2 * hour)
    for (const member of [reader, newcomer]) expect(await idsOf(member)).toEqual([post.id])
  })

  test('is trimmed or refilled by a visit', async () => {
    const [loud, quiet] = [await loner(), await loner()]
    await oldPosts(quiet, 300)
    await oldPosts(loud, 600)
    const reader = await visitor(loud, quiet)
    for (let nth = 0; nth < 260; nth += 1) await buildPost(app, loud)
    await app.runJobs()
    expect(await rowsOf(reader)).toHaveLength(760)
    app.clock.move(2 * hour)
    await feedOf(reader)
    expect(await rowsOf(reader)).toHaveLength(500)
    await unfollow(reader, loud)
    expect(await rowsOf(reader)).toEqual([])
    expect((await feedOf(reader)).content).toHaveLength(100)
    app.clock.move(2 * hour)
    await feedOf(reader)
    await app.runJobs()
    expect(await rowsOf(reader)).toHaveLength(300)
    await expectNoDifference()
  })

  test('omits authors with very many followers, who are read directly', async () => {
    const famous = await loner()
    const reader = await visitor(famous)
    const before = await buildPost(app, famous)
    await app.runJobs()
    await updateMember(app, famous, { followers_count: highFanoutFollowers })
    const after = await buildPost(app, famous)
    await app.runJobs()
    expect(await rowsOf(reader)).toEqual([{ post_id: before.id }])
    expect(await idsOf(reader)).toEqual([after.id, before.id])
    const late = await visitor(famous)
    expect(await rowsOf(late)).toEqual([])
    expect(await idsOf(late)).toEqual([after.id, before.id])
    await expectNoDifference()
  })

  test('is deleted thirty days after the last visit, until the next one', async () => {
    const author = await loner()
    const reader = await visitor(author)
    const stale = await visitor(author)
    app.clock.move(29 * 24 * hour)
    await feedOf(await signedInAgain(reader))
    app.clock.move(2 * 24 * hour)
    await app.deps.db.executeQuery(sql`select graphile_worker.add_job('drop-timelines')`.compile(app.deps.db))
    const post = await buildPost(app, author)
    await app.runJobs()
    expect(await timelineOf(reader)).toMatchObject({ is_filled: true })
    expect(await timelineOf(stale)).toBeUndefined()
    expect(await idsOf(await signedInAgain(stale))).toEqual([post.id])
    await app.runJobs()
    expect(await timelineOf(stale)).toMatchObject({ is_filled: true })
    await expectNoDifference()
  })
})

test('includes a follow that begins before the timeline is filled', async () => {
  const [reader, author] = [await loner(), await loner()]
  const post = await buildPost(app, author)
  await app.runJobs()
  const { transaction, commit } = await openTransaction()
  const follow = { follower_id: reader.id, followed_id: author.id, created_at: app.clock.now() }
  await transaction.insertInto('follows').values(follow).execute()
  await feedOf(reader)
  const filling = app.runJobs()
  await expect.poll(waitingForLocks).toBeGreaterThan(0)
  await commit()
  await filling
  expect(await idsOf(reader)).toEqual([post.id])
  await expectNoDifference()
})

test('does not make a visit wait for a fill', async () => {
  const [reader, author] = [await loner(), await loner()]
  await buildFollow(app, reader, author)
  const post = await buildPost(app, author)
  await feedOf(reader)
  const { transaction, commit } = await openTransaction()
  await transaction
    .selectFrom('timelines')
    .selectAll()
    .where('member_id', '=', reader.id)
    .forNoKeyUpdate()
    .execute()
  expect(await idsOf(reader)).toEqual([post.id])
  await commit()
})

test('equals the posts after many concurrent changes', async () => {
  const people: [Member, ...Member[]] = [await loner()]
  for (let nth = 0; nth < 7; nth += 1) people.push(await loner())
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const oneOf = <T>(some: [T, ...T[]]): T => some[random(some.length)] ?? some[0]
  const anyone = () => oneOf(people)
  // The API is used because it locks in one order. Raw statements of this test have deadlocked.
  const change = async (method: 'POST' | 'DELETE', path: string, { token }: Member) =>
    expect((await app.call(method, path, { token })).status).toBeLessThan(500)
  const actions: [() => Promise<void>, ...(() => Promise<void>)[]] = [
    () => change('POST', `/user/follow/${anyone().id}`, anyone()),
    () => change('POST', `/user/unfollow/${anyone().id}`, anyone()),
    async () => void (await buildPost(app, anyone())),
    async () => void (await buildPost(app, anyone())),
    async () => {
      const author = anyone()
      const latest = await app.deps.db
        .selectFrom('posts')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('author_id', '=', author.id)
        .executeTakeFirstOrThrow()
      if (latest.id !== null) await change('DELETE', `/post/delete/${latest.id}`, author)
    },
    async () => void (await feedOf(anyone())),
    () => app.runJobs(),
  ]
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(Array.from({ length: 12 }, () => oneOf(actions)()))
  }
  for (const member of people) await feedOf(member)
  await app.runJobs()
  await expectNoDifference()
})
