import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { dayDrift, foldNow, readSeries } from '#api/test/builders/analytics.ts'
import { buildFollow, buildMember, buildMembers, buildPost } from '#api/test/builders/members.ts'
import { testApp, type TestApp } from '#api/test/test-app.ts'
import { recountDays, recountDaysNightly } from './recount.ts'

const app = await testApp()
afterAll(() => app.stop())

const many = <T>(count: number, make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))

/** Selects the stored likes of a member's posts, both folded and pending. */
async function countsOf({ id }: { id: number }) {
  const counts = app.deps.db
    .selectFrom('day_counts')
    .select('value')
    .where('metric', '=', 'user.received-likes')
    .where('subject_id', '=', id)
  const changes = app.deps.db
    .selectFrom('day_changes')
    .select('step')
    .where('metric', '=', 'user.received-likes')
    .where('subject_id', '=', id)
  return {
    folded: (await counts.execute()).map(({ value }) => value),
    waiting: (await changes.execute()).map(({ step }) => step),
  }
}

const like = (by: { token: string }, postId: number, liked: boolean) =>
  app.call('POST', `/post/like/${postId}`, { token: by.token, body: { liked } })

describe('folding changes into the daily counts', () => {
  test('can run repeatedly or concurrently without changing the result', async () => {
    const [author, ...fans] = await many(4, () => buildMember(app))
    if (!author) throw new Error('Nobody there.')
    const post = await buildPost(app, author)
    for (const fan of fans) await like(fan, post.id, true)
    expect(await countsOf(author)).toEqual({ folded: [], waiting: [1, 1, 1] })
    await many(4, () => foldNow(app))
    expect(await countsOf(author)).toEqual({ folded: [3], waiting: [] })
    await foldNow(app)
    expect(await countsOf(author)).toEqual({ folded: [3], waiting: [] })
    expect((await readSeries(app, author, `/user/${author.id}/received-likes`)).total).toBe(3)
  })

  test('removes a count that returns to zero', async () => {
    const [author, fan] = await buildMembers(app, 2)
    const post = await buildPost(app, author)
    await like(fan, post.id, true)
    await like(fan, post.id, false)
    await foldNow(app)
    expect(await countsOf(author)).toEqual({ folded: [], waiting: [] })
    await like(fan, post.id, true)
    await foldNow(app)
    await like(fan, post.id, false)
    expect(await countsOf(author)).toEqual({ folded: [1], waiting: [-1] })
    expect((await readSeries(app, author, `/user/${author.id}/received-likes`)).total).toBe(0)
    await foldNow(app)
    expect(await countsOf(author)).toEqual({ folded: [], waiting: [] })
  })

  test('never differs from the rows while 16 members like posts', async () => {
    const authors = await many(2, () => buildMember(app))
    const posts = await Promise.all(authors.map((author) => buildPost(app, author)))
    const fans = await many(16, () => buildMember(app))
    let isOver = false
    const folding = (async () => {
      let reads = 0
      while (!isOver) {
        await foldNow(app)
        expect(await dayDrift(app)).toEqual([])
        reads += 1
      }
      return reads
    })()
    const answers = await Promise.all(
      fans.map(async (fan, nth) => {
        const said = []
        // Every other pair ends with a like.
        for (let turn = 0; turn < 5 + (nth % 2); turn += 1)
          for (const post of posts) said.push(await like(fan, post.id, turn % 2 === 0))
        return said
      }),
    ).finally(() => (isOver = true))
    expect(answers.flat().filter(({ status }) => status !== 200)).toEqual([])
    expect(await folding).toBeGreaterThan(2)
    await foldNow(app)
    for (const author of authors) expect(await countsOf(author)).toEqual({ folded: [8], waiting: [] })
    expect(await dayDrift(app)).toEqual([])
  })
})

describe('the nightly recount', () => {
  const lines: string[] = []

  async function appWithWrongCounts() {
    const house = await testApp({ log: (line) => lines.push(line) })
    onTestFinished(() => house.stop())
    const [one, other] = await buildMembers(house, 2)
    await buildFollow(house, one, other)
    await buildPost(house, one)
    await foldNow(house)
    lines.length = 0
    await recountDaysNightly.run(house.deps, {})
    expect(lines).toEqual([])
    return { house, one, other }
  }

  async function repair({ databaseUrl }: TestApp): Promise<void> {
    const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
    const [statements = ''] = /begin;\s+lock table day_changes[^`]+commit;/.exec(guide) ?? []
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query(statements).finally(() => client.end())
  }

  test('logs each wrong day, and the statement in operating.md repairs it', async () => {
    const { house, one, other } = await appWithWrongCounts()
    const { db } = house.deps
    await sql`update day_counts set value = 5 where metric = 'user.followers' and subject_id = ${other.id}`.execute(
      db,
    )
    await sql`delete from day_counts where metric = 'user.posts' and subject_id = ${one.id}`.execute(db)
    await sql`insert into day_changes values ('system.bans', 0, '2026-02-03', 1)`.execute(db)
    const day = expect.any(String)
    const expected = [
      { metric: 'user.followers', subject_id: other.id, day, stored: 5, found: 1 },
      { metric: 'user.posts', subject_id: one.id, day, stored: 0, found: 1 },
      { metric: 'system.bans', subject_id: 0, day: '2026-02-03', stored: 1, found: 0 },
    ]
    expect(await recountDays(db)).toEqual(expected)
    await recountDaysNightly.run(house.deps, {})
    expect(lines).toHaveLength(1)
    const logEntry = { level: 50, count: 3, msg: 'counts of days differ from the rows they count' }
    expect(JSON.parse(lines[0] ?? '')).toMatchObject(logEntry)
    expect(await recountDays(db)).toEqual(expected)
    await repair(house)
    expect(await recountDays(db)).toEqual([])
    expect((await readSeries(house, other, `/user/${other.id}/followers`)).total).toBe(1)
  })
})
