import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transact, type Tx } from '#api/db/db.ts'
import { dayDrift, foldNow } from '#api/test/builders/analytics.ts'
import { buildMember, buildPost, type Member } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { insertRow } from '#api/test/rows.ts'
import { recountPosts, recountPostsNightly } from './recount.ts'

const lines: string[] = []
const app = await sharedApp({ log: (line) => lines.push(line) })

/** Returns the same numbers for the same seed, so that a failure can be repeated. */
function random(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
  const one = <T>(things: T[]): T => {
    const thing = things[below(things.length)]
    if (thing === undefined) throw new Error('Nothing to choose from.')
    return thing
  }
  return { below, one }
}

/** The rows that the clients expect to exist. Other clients may have deleted some of them. */
type Fixture = {
  members: Member[]
  posts: number[]
  comments: { id: number; postId: number; token: string }[]
}

/** Runs one client, which acts at random as one of the members. */
async function actAtRandom(fixture: Fixture, turns: number, seed: number): Promise<Called[]> {
  const { below, one } = random(seed)
  const answers: Called[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const by = one(fixture.members)
    answers.push(await randomAction(fixture, by, { below, one }))
  }
  return answers
}

async function randomAction(fixture: Fixture, { token }: Member, { below, one }: ReturnType<typeof random>) {
  const post = one(fixture.posts)
  const other = one(fixture.members)
  const chance = below(100)
  if (chance < 20) return app.call('POST', `/post/like/${post}`, { token })
  if (chance < 30) return app.call('POST', `/post/like/${post}`, { token, body: { liked: chance < 27 } })
  if (chance < 42 && fixture.comments.length > 0) {
    const body = { liked: chance < 40 }
    return app.call('POST', `/post/comments/like/${one(fixture.comments).id}`, { token, body })
  }
  if (chance < 58) {
    const parentId = chance < 53 ? fixture.comments.find(({ postId }) => postId === post)?.id : undefined
    const body = { comments: `Word ${chance}`, parentId }
    const answer = await app.call('POST', `/post/comments/${post}/create`, { token, body })
    if (answer.status === 200)
      fixture.comments.push({ id: Number(answer.body.data?.id), postId: post, token })
    return answer
  }
  if (chance < 62 && fixture.comments.length > 0) {
    const comment = one(fixture.comments)
    const answer = await app.call('DELETE', `/post/comments/delete/${comment.id}`, { token: comment.token })
    fixture.comments = fixture.comments.filter(({ id }) => id !== comment.id)
    return answer
  }
  if (chance < 82) return app.call('POST', `/user/follow/${other.id}`, { token })
  if (chance < 94) return app.call('POST', `/user/unfollow/${other.id}`, { token })
  if (chance < 97) {
    const answer = await app.call('POST', '/post/user/create', { token, body: { caption: 'New' } })
    if (answer.status === 200) fixture.posts.push(Number(answer.body.data?.id))
    return answer
  }
  return app.call('DELETE', `/post/delete/${post}`, { token })
}

async function buildFixture(): Promise<Fixture> {
  const members: Member[] = []
  for (let turn = 0; turn < 14; turn += 1) members.push(await buildMember(app))
  const posts: number[] = []
  for (let turn = 0; turn < 40; turn += 1) {
    const author = members[turn % members.length]
    if (author) posts.push((await buildPost(app, author, { group_id: author.group_id })).id)
  }
  return { members, posts, comments: [] }
}

async function rowsIn(table: 'likes' | 'comments' | 'comment_likes' | 'follows' | 'posts'): Promise<number> {
  const { count } = await app.deps.db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const seeds = Array.from({ length: 16 }, (_, place) => place + 1)

const ban = (tx: Tx, { id }: Member) =>
  tx.updateTable('members').set({ banned_at: app.clock.now() }).where('id', '=', id).execute()
const erase = (tx: Tx, { id }: Member) => tx.deleteFrom('members').where('id', '=', id).execute()

/** The ranges are small, so that most drift is in the middle of one. */
const inSmallRanges = { members: 5, groups: 5, posts: 5, comments: 5 }

describe('the counters', () => {
  test('equal their rows while 16 clients act', async () => {
    const fixture = await buildFixture()
    const [banned, erased] = fixture.members
    if (!banned || !erased) throw new Error('Nobody there.')
    const before = await Promise.all(seeds.map((seed) => actAtRandom(fixture, 12, seed)))
    const [after, drift] = await Promise.all([
      Promise.all(seeds.map((seed) => actAtRandom(fixture, 25, 100 + seed))),
      recountPosts(app.deps.db, inSmallRanges),
      transact(app.deps.db, (tx) => ban(tx, banned)),
      transact(app.deps.db, (tx) => erase(tx, erased)),
      foldNow(app),
    ])
    const answers = [...before, ...after].flat()
    expect(answers).toHaveLength(16 * 37)
    expect(drift).toEqual([])
    // A busy machine may answer 503 and roll everything back. The counters must not count that either.
    const faults = answers.filter(({ status }) => status >= 500 && status !== 503)
    expect(faults.map(({ body }) => body)).toEqual([])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(300)
    for (const table of ['likes', 'comments', 'comment_likes', 'follows', 'posts'] as const)
      expect(await rowsIn(table), table).toBeGreaterThan(3)
    expect(await recountPosts(app.deps.db)).toEqual([])
    expect(await dayDrift(app)).toEqual([])
    await foldNow(app)
    expect(await dayDrift(app)).toEqual([])
  })
})

describe('the nightly recount', () => {
  test('logs nothing if every counter is right', async () => {
    lines.length = 0
    await recountPostsNightly.run(app.deps, {})
    expect(lines).toEqual([])
  })

  test('logs the counters that differ and changes none', async () => {
    const [member, post, comment] = await breakCounters()
    const expected = [
      { counter: 'comments.likes', id: comment.id, stored: 9, found: 0 },
      { counter: 'comments.replies', id: comment.id, stored: 8, found: 0 },
      {
        counter: 'groups.members',
        id: member.group_id,
        stored: expect.any(Number),
        found: expect.any(Number),
      },
      { counter: 'members.followers', id: member.id, stored: 1, found: 0 },
      { counter: 'members.following', id: member.id, stored: 2, found: 0 },
      { counter: 'members.groups', id: member.id, stored: 5, found: 1 },
      { counter: 'members.items', id: member.id, stored: 3, found: 0 },
      { counter: 'members.posts', id: member.id, stored: 4, found: 1 },
      { counter: 'posts.comments', id: post.id, stored: 7, found: 1 },
      { counter: 'posts.likes', id: post.id, stored: 6, found: 0 },
    ]
    expect(await recountPosts(app.deps.db)).toEqual(expected)
    expect(await recountPosts(app.deps.db, inSmallRanges)).toEqual(expected)
    lines.length = 0
    await recountPostsNightly.run(app.deps, {})
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      count: 10,
      msg: 'counters differ from the rows they count',
    })
    expect(await recountPosts(app.deps.db)).toEqual(expected)
    await app.deps.db.deleteFrom('members').where('id', '=', member.id).execute()
    await sql`update groups set members_count = members_count - 1 where id = ${member.group_id}`.execute(
      app.deps.db,
    )
  })

  /** Sets one counter of each kind to a wrong number. */
  async function breakCounters() {
    const member = await buildMember(app)
    const post = await buildPost(app, member)
    const { db } = app.deps
    await sql`update groups set members_count = members_count + 1 where id = ${member.group_id}`.execute(db)
    await sql`update members set followers_count = 1, following_count = 2, items_count = 3, posts_count = 4,
      groups_count = 5 where id = ${member.id}`.execute(db)
    const comment = await insertRow(db, 'comments', {
      post_id: post.id,
      author_id: member.id,
      body: 'A word',
      created_at: app.clock.now(),
    })
    await sql`update posts set likes_count = 6, comments_count = 7 where id = ${post.id}`.execute(db)
    await sql`update comments set reply_count = 8, likes_count = 9 where id = ${comment.id}`.execute(db)
    return [member, post, comment] as const
  }
})
