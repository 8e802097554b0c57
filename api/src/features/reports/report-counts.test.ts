import { expect, onTestFinished, test } from 'vitest'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import {
  buildMember,
  buildMembers,
  buildModerator,
  buildPost,
  groupIdOf,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { buildReport, reportsFor, resolve } from '#api/test/builders/reports.ts'
import { ban, reportThing } from '#api/test/builders/moderation.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { updateRows } from '#api/test/rows.ts'
import { recountReports, recountReportsNightly } from './recount.ts'

const lines: string[] = []
const app = await sharedApp({ log: (line) => lines.push(line) })

const many = <T>(count: number, make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))

async function buildWorld() {
  const groups = [await groupIdOf(app, 'yoruba'), await groupIdOf(app, 'igbo'), null]
  const [reporters, authors] = [await buildMembers(app, 6), await buildMembers(app, 6)]
  const posts = await many(36, (nth) =>
    buildPost(app, authors[nth % 6] ?? { id: 0 }, { group_id: groups[nth % 3] ?? null }),
  )
  return {
    reporters,
    authors,
    posts,
    admins: await buildMembers(app, 3, { role: 'ADMIN' }),
    moderator: await buildModerator(app),
  }
}

/** Runs sixteen calls at a time, because more would only wait for a connection. */
async function allBySixteen<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const waiting = calls.values()
  const answers: T[] = []
  const client = async () => {
    for (const call of waiting) answers.push(await call())
  }
  await many(16, client)
  return answers
}

/** Requests the closure so long ago that the next run of the job erases the accounts. */
const close = ({ id }: Member) =>
  updateRows(app.deps.db, 'members', { id }, { closure_requested_at: new Date(0) })

test('counters match a recount after many changes at once', async () => {
  const { reporters, authors, posts, admins, moderator } = await buildWorld()
  const targets = [
    ...posts.map(({ id }) => ({ postId: id })),
    ...authors.map(({ id }) => ({ reportedUserId: id })),
  ]
  const first = await allBySixteen(
    reporters.flatMap((by) => targets.slice(0, 21).map((target) => () => reportThing(app, by, target))),
  )
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
  const ids = first.map(({ body }) => Number(body.data?.id))
  const [[leaving], [left, banned, other], [admin, otherAdmin]] = [reporters, authors, admins]
  await Promise.all([close(leaving), close(left)])
  const reporting = reporters
    .slice(1)
    .flatMap((by) => targets.slice(21).map((target) => () => reportThing(app, by, target)))
  const resolving = ids.map((id, nth) => () => resolve(app, [...admins, moderator][nth % 4] ?? moderator, id))
  const answers = await allBySixteen<{ status: number }>([
    () => eraseClosed.run(app.deps, {}).then(() => ({ status: 200 })),
    () => ban(app, admin, banned),
    () => ban(app, otherAdmin, other),
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
