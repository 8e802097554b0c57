import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countNewPosts, groupFeed, homeFeed, memberPosts } from '@rootsquare/contract/posts'
import {
  buildBlock,
  buildFollow,
  buildMember,
  buildPost,
  buildSeveral,
  groupIdOf,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

const loner = () => buildMember(app, { group_id: null })

async function feedOf(reader: Member, query: Record<string, string | number> = {}) {
  return dataOf(homeFeed, await app.call('GET', '/post/user/post/feed', { token: reader.token, query }))
}

const idsIn = (feed: { content: { id: number }[] }) => feed.content.map((post) => post.id)

async function newFor(reader: Member, cursor: string): Promise<number> {
  const query = { cursor }
  const answer = await app.call('GET', '/post/user/post/feed/new', { token: reader.token, query })
  return dataOf(countNewPosts, answer).count
}

/** Reads the feed once from the posts and once from the timeline that a job has filled. */
async function bothWays(reader: Member): Promise<number[]> {
  const expected = idsIn(await feedOf(reader, { size: 100 }))
  await app.runJobs()
  const laidOut = idsIn(await feedOf(reader, { size: 100 }))
  expect(laidOut).toEqual(expected)
  return laidOut
}

async function many(author: Member, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let nth = 0; nth < count; nth += 1) ids.push((await buildPost(app, author)).id)
  return ids
}

describe('the home feed', () => {
  test('contains own, followed and group posts once, newest first', async () => {
    const groupId = await groupIdOf(app, 'tiv')
    const reader = await buildMember(app, { group_id: groupId })
    const [followed, stranger] = [await loner(), await loner()]
    const neighbour = await buildMember(app, { group_id: groupId })
    await buildFollow(app, reader, followed)
    await buildFollow(app, reader, neighbour)
    const own = await buildPost(app, reader)
    const theirs = await buildPost(app, followed)
    await buildPost(app, stranger)
    const inGroup = await buildPost(app, neighbour, { group_id: groupId })
    const elsewhere = await buildPost(app, followed, { group_id: await groupIdOf(app, 'igbo') })
    expect(await bothWays(reader)).toEqual([elsewhere.id, inGroup.id, theirs.id, own.id])
  })

  test('shows a new post at once, before any job has run', async () => {
    const [reader, followed] = [await loner(), await loner()]
    await buildFollow(app, reader, followed)
    await feedOf(reader)
    await app.runJobs()
    const [own, theirs] = [await buildPost(app, reader), await buildPost(app, followed)]
    expect(idsIn(await feedOf(reader))).toEqual([theirs.id, own.id])
  })

  test('continues by cursor without gaps while others post and delete', async () => {
    const [reader, followed] = [await loner(), await loner()]
    await buildFollow(app, reader, followed)
    const before = await many(followed, 45)
    await feedOf(reader)
    await app.runJobs()
    const seen: number[] = []
    let cursor: string | null = ''
    for (let nth = 0; cursor !== null; nth += 1) {
      const page: Awaited<ReturnType<typeof feedOf>> = await feedOf(reader, cursor === '' ? {} : { cursor })
      expect(page.content.length).toBe(nth < 2 ? 20 : 5)
      expect(page).toMatchObject({ last: nth === 2, totalPages: null, totalElements: null })
      seen.push(...idsIn(page))
      cursor = page.nextCursor
      await many(followed, 5)
      await app.deps.db
        .deleteFrom('posts')
        .where('id', '=', seen[0] ?? 0)
        .execute()
      if (nth === 1) await app.runJobs()
    }
    expect(seen).toEqual(before.toReversed())
  })

  test('accepts page numbers, and requires a cursor for deep pages', async () => {
    const reader = await loner()
    const ids = (await many(reader, 7)).toReversed()
    for (const isFilled of [false, true]) {
      if (isFilled) await app.runJobs()
      expect(idsIn(await feedOf(reader, { page: 1, size: 3 }))).toEqual(ids.slice(3, 6))
      expect(await feedOf(reader, { page: 2, size: 3 })).toMatchObject({ last: true, number: 2 })
    }
    const { token } = reader
    const deep = await app.call('GET', '/post/user/post/feed', { token, query: { page: 1000, size: 100 } })
    expectFailure(deep, 400)
  })

  test.each(['abc', '12', '1.2.3', '-1.5', '99999999999999999.1', "1.1' or 1=1"])(
    'rejects %s as a cursor',
    async (cursor) => {
      const { token } = await loner()
      expectFailure(await app.call('GET', '/post/user/post/feed', { token, query: { cursor } }), 400)
      expectFailure(await app.call('GET', '/post/user/post/feed/new', { token, query: { cursor } }), 400)
    },
  )

  test('uses a prepared statement that is planned once', async () => {
    const reader = await loner()
    await feedOf(reader)
    await app.runJobs()
    await feedOf(reader)
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements
      where statement like '%timeline_posts as laid%'`.execute(app.deps.db)
    expect(rows[0]?.count).toBeGreaterThan(0)
  })

  test('is empty for a newcomer', async () => {
    const reader = await loner()
    const empty = { content: [], last: true, nextCursor: null, newestCursor: '0.0' }
    expect(await feedOf(reader)).toMatchObject(empty)
    await app.runJobs()
    expect(await feedOf(reader)).toMatchObject(empty)
  })

  test('omits banned and blocked authors', async () => {
    const groupId = await groupIdOf(app, 'idoma')
    const inGroup = () => buildMember(app, { group_id: groupId })
    const reader = await inGroup()
    const [banned, blocking, blocked, other] = await buildSeveral(4, () => inGroup())
    for (const author of [banned, blocking, blocked, other])
      await buildPost(app, author, { group_id: groupId })
    await buildFollow(app, reader, banned)
    const [newest] = idsIn(await feedOf(reader))
    await updateMember(app, banned, { banned_at: app.clock.now() })
    await buildBlock(app, blocking, reader)
    await buildBlock(app, reader, blocked)
    expect(await bothWays(reader)).toEqual([newest])
    const answer = await app.call('GET', `/groups/posts/${groupId}`, { token: reader.token })
    expect(idsIn(dataOf(groupFeed, answer))).toEqual([newest])
  })
})

describe('new posts since the feed was read', () => {
  test('are counted from the newest post of the first page', async () => {
    const [reader, followed] = [await loner(), await loner()]
    await buildFollow(app, reader, followed)
    await many(followed, 25)
    const { nextCursor, newestCursor } = await feedOf(reader)
    expect(await newFor(reader, newestCursor)).toBe(0)
    await many(followed, 3)
    await buildPost(app, await loner())
    for (const isFilled of [false, true]) {
      if (isFilled) await app.runJobs()
      expect(await newFor(reader, newestCursor)).toBe(3)
      expect(await newFor(reader, nextCursor ?? '')).toBe(3)
    }
  })

  test('are at most 99', async () => {
    const [reader, followed] = [await loner(), await loner()]
    await buildFollow(app, reader, followed)
    const { newestCursor } = await feedOf(reader)
    await many(followed, 101)
    expect(await newFor(reader, newestCursor)).toBe(99)
    await app.runJobs()
    expect(await newFor(reader, newestCursor)).toBe(99)
  })
})

describe('the posts of a member', () => {
  const postsOf = (reader: Member, query: Record<string, string | number> = {}) =>
    app.call('GET', '/user/posts', { token: reader.token, query })

  test('are listed with their number, for oneself and others', async () => {
    const [reader, author] = [await loner(), await loner()]
    const ids = (await many(author, 12)).toReversed()
    const first = dataOf(memberPosts, await postsOf(reader, { userId: author.id, size: 10 }))
    expect(idsIn(first)).toEqual(ids.slice(0, 10))
    expect(first).toMatchObject({ totalElements: 12, totalPages: 2, last: false })
    const rest = { userId: author.id, size: 10, cursor: first.nextCursor ?? '' }
    expect(idsIn(dataOf(memberPosts, await postsOf(reader, rest)))).toEqual(ids.slice(10))
    expect(idsIn(dataOf(memberPosts, await postsOf(author)))).toEqual(ids)
    expect(dataOf(memberPosts, await postsOf(reader)).totalElements).toBe(0)
  })

  test('are a 404 for an unknown member', async () => {
    const reader = await loner()
    const [banned, blocking] = [await buildMember(app, { banned_at: app.clock.now() }), await loner()]
    await buildBlock(app, blocking, reader)
    for (const userId of [banned.id, blocking.id, 999_999_999])
      expectFailure(await postsOf(reader, { userId }), 404)
  })

  test('are hidden if the reader has blocked the member', async () => {
    const [reader, blocked] = [await loner(), await loner()]
    await buildPost(app, blocked)
    await buildBlock(app, reader, blocked)
    const none = dataOf(memberPosts, await postsOf(reader, { userId: blocked.id }))
    expect(none).toMatchObject({ content: [], totalElements: 0, last: true })
  })
})

test('answers 404 for the feed of an unknown group', async () => {
  const { token } = await loner()
  expectFailure(await app.call('GET', '/groups/posts/999999999', { token }), 404)
})
