import { expect, onTestFinished, test } from 'vitest'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { buildMember, buildModerator, buildPost, groupIdOf, type Member } from '#api/test/builders/members.ts'
import { buildReport, reportsFor, resolve } from '#api/test/builders/reports.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { updateRows } from '#api/test/rows.ts'
import { recountReports, recountReportsNightly } from './recount.ts'

const lines: string[] = []
const app = await sharedApp({ log: (line) => lines.push(line) })

const many = <T>(count: number, make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))

async function buildWorld() {
  const groups = [await groupIdOf(app, 'yoruba'), await groupIdOf(app, 'igbo'), null]
  const reporters = await many(6, () => buildMember(app))
  const authors = await many(6, () => buildMember(app))
  const posts = await many(36, (nth) =>
    buildPost(app, authors[nth % 6] ?? { id: 0 }, { group_id: groups[nth % 3] ?? null }),
  )
  return {
    reporters,
    authors,
    posts,
    admins: await many(3, () => buildMember(app, { role: 'ADMIN' })),
    moderator: await buildModerator(app),
  }
}

/** Sixteen at a time: more would only measure how long the machine lets a call wait for a connection. */
async function allBySixteen<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const waiting = calls.values()
  const answers: T[] = []
  const client = async () => {
    for (const call of waiting) answers.push(await call())
  }
  await many(16, client)
  return answers
}

const ask = (token: string, target: object) =>
  app.call('POST', '/messaging/create', { token, body: { eventType: 'REPORT', reason: 'Rude', ...target } })

const ban = ({ token }: Member, { id: userId }: Member) =>
  app.call('POST', '/user/admin/ban-user', { token, query: { userId, reasonForBan: 'Enough' } })

/** Closed so long ago that the next round of the job erases them. */
const close = ({ id }: Member) =>
  updateRows(app.deps.db, 'members', { id }, { closure_requested_at: new Date(0) })

test('counters equal a recount after many changes at once', async () => {
  const { reporters, authors, posts, admins, moderator } = await buildWorld()
  const targets = [
    ...posts.map(({ id }) => ({ postId: id })),
    ...authors.map(({ id }) => ({ reportedUserId: id })),
  ]
  const first = await allBySixteen(
    reporters.flatMap(({ token }) => targets.slice(0, 21).map((target) => () => ask(token, target))),
  )
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
  const ids = first.map(({ body }) => Number(body.data?.id))
  const [leaving, left, banned, other] = [reporters[0], authors[0], authors[1], authors[2]]
  const [admin, otherAdmin] = admins
  if (!leaving || !left || !banned || !other || !admin || !otherAdmin) throw new Error('Nobody there.')
  await Promise.all([close(leaving), close(left)])
  const reporting = reporters
    .slice(1)
    .flatMap(({ token }) => targets.slice(21).map((target) => () => ask(token, target)))
  const resolving = ids.map((id, nth) => () => resolve(app, [...admins, moderator][nth % 4] ?? moderator, id))
  const answers = await allBySixteen<{ status: number }>([
    () => eraseClosed.run(app.deps, {}).then(() => ({ status: 200 })),
    () => ban(admin, banned),
    () => ban(otherAdmin, other),
    ...resolving.flatMap((call, nth) => [call, ...reporting.slice(nth, nth + 1)]),
    ...reporting.slice(resolving.length),
  ])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(50)
  expect(await recountReports(app.deps.db)).toEqual([])
  const { totalElements } = await reportsFor(app, admins[2] ?? moderator, { size: 1 })
  const { length } = await app.deps.db.selectFrom('reports').select('id').execute()
  expect(totalElements).toBe(length)
})

test('the nightly recount logs only what differs', async () => {
  const [one, two] = [await buildMember(app), await buildMember(app)]
  await buildReport(app, one, two, { target_type: 'item' })
  lines.length = 0
  await recountReportsNightly.run(app.deps, {})
  expect(lines).toEqual([])
  const keep = (n: number) =>
    app.deps.db.updateTable('report_counts').set({ n }).where('target_type', '=', 'item').execute()
  await keep(5)
  onTestFinished(async () => void (await keep(1)))
  const drift = { group_id: 0, target_type: 'item', is_closed: false, stored: 5, found: 1 }
  expect(await recountReports(app.deps.db)).toEqual([drift])
  await recountReportsNightly.run(app.deps, {})
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, count: 1, first: drift, msg: 'numbers of reports differ from the reports' },
  ])
})
