import { getProfile } from '@rootsquare/contract/profiles'
import { getGroup, listGroupMembers } from '@rootsquare/contract/groups'
import { createPost } from '@rootsquare/contract/posts'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { openReplica } from '#api/db/replica/replica.ts'
import { waitUntil } from '#api/db/embedded/wait.ts'
import { migrate } from '#api/db/migrate.ts'
import { openDb, openPool } from '#api/db/db.ts'
import { collectMetrics, serveMetrics } from '#api/http/logs/metrics.ts'
import { memoryRecentWrites } from '#api/ports/recent-writes/memory.ts'
import { seedReference } from '#api/seed/reference.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildGroup, buildMember, buildMembers, buildPost } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { startPair } from '#api/test/processes/replica-server.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { timeLimits } from '#api/test/time-limits.ts'

const { primaryUrl, replica: server, stop } = await startPair()
afterAll(stop)
await migrate(primaryUrl)
const pool = openPool(primaryUrl, () => {}, 1)
await seedReference(openDb(pool), new Date())
await pool.end()

const recentWrites = memoryRecentWrites()
const minutes = 600_000

async function startNode(maxLagMs: number) {
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const replica = { ...openReplica({ url: server.url, primaryUrl, say, maxLagMs }), recentWrites }
  const node = await sharedApp({
    sameDatabaseAs: { url: primaryUrl },
    replica,
    sharedMilliseconds: minutes,
    remembersSessions: minutes,
  })
  afterAll(() => replica.close())
  return Object.assign(node, { replica, lines })
}

/** Two nodes that bear a long lag, and one that does not. */
const [one, two] = [await startNode(minutes), await startNode(minutes)]
const strict = await startNode(4000)
const nodes = [one, two, strict]
/** Without a replica, so that whoever gets a session here does not count as a writer. */
const plain = await sharedApp({ sameDatabaseAs: { url: primaryUrl } })
const [writer, stranger] = await buildMembers(plain, 2)
const admin = await buildMember(plain, { role: 'ADMIN' })
await caughtUp()

/** Waits until the replica has everything that was written so far. */
async function caughtUp(): Promise<void> {
  const from = performance.now()
  const since = () => performance.now() - from
  const isBehind = (node: (typeof nodes)[number]) => !node.replica.db() || node.replica.lagMs() > since()
  expect(await waitUntil(() => !nodes.some(isBehind), timeLimits.expectation)).toBe(true)
  for (const node of nodes) node.clock.move(minutes)
}

afterEach(async () => {
  await server.resumeReplay()
  await caughtUp()
})

const usersOf = async (node: TestApp, groupId: number, token?: string) =>
  dataOf(getGroup, await node.call('GET', `/groups/${groupId}`, token === undefined ? {} : { token })).users

const join = (by: { token: string }, groupId: number) =>
  one.call('POST', `/groups/join/${groupId}`, { token: by.token })

test('the writer sees the new list on every node, others may see the old one', async () => {
  const groupId = await buildGroup(one)
  await caughtUp()
  await server.pauseReplay()
  expect(await usersOf(two, groupId)).toBe(0)
  await join(writer, groupId)
  for (const node of [one, two]) {
    for (const token of [undefined, stranger.token]) expect(await usersOf(node, groupId, token)).toBe(0)
    expect(await usersOf(node, groupId, writer.token)).toBe(1)
    const members = (by: { token: string }) =>
      node.call('GET', `/groups/members/${groupId}`, { token: by.token })
    expect(dataOf(listGroupMembers, await members(stranger)).totalElements).toBe(0)
    expect(dataOf(listGroupMembers, await members(writer)).totalElements).toBe(1)
  }
  const asked = { headers: { 'cache-control': 'no-cache' } }
  expect(dataOf(getGroup, await two.call('GET', `/groups/${groupId}`, asked)).users).toBe(1)
  await server.resumeReplay()
  await caughtUp()
  for (const node of [one, two]) expect(await usersOf(node, groupId, stranger.token)).toBe(1)
})

test('rows that the replica lacks are found on the primary', async () => {
  await server.pauseReplay()
  const body = { caption: 'News from Ibadan' }
  const post = dataOf(createPost, await one.call('POST', '/post/user/create', { token: writer.token, body }))
  expect((await two.call('GET', `/post/fetch/${post.id}`)).status).toBe(200)
  const newcomer = await buildMember(one)
  for (const by of [newcomer, stranger]) {
    expect((await two.call('GET', `/user/${newcomer.id}`, { token: by.token })).status).toBe(200)
  }
  const { db } = plain.deps
  await db.updateTable('members').set({ firstname: 'Changed' }).where('id', '=', stranger.id).execute()
  const nameFor = async (by: { token: string }) =>
    dataOf(getProfile, await two.call('GET', `/user/${stranger.id}`, { token: by.token })).firstname
  expect([await nameFor(stranger), await nameFor(admin)]).toEqual(['Changed', stranger.firstname])
})

test('every read that may lag works on the replica alone', async () => {
  const post = await buildPost(plain, writer)
  const item = await buildItem(plain, writer)
  const idOf: Record<string, string | number> = {
    groups: 1,
    items: item.id,
    state: 'NG-LA',
    post: post.id,
    user: writer.id,
  }
  await caughtUp()
  const acquired: string[] = []
  let path = ''
  const onAcquire = () => acquired.push(path)
  await one.call('GET', '/cart', { token: admin.token })
  one.deps.pool.on('acquire', onAcquire)
  onTestFinished(() => void one.deps.pool.off('acquire', onAcquire))
  for (const { path: pattern, mayLag } of one.served.filter((endpoint) => endpoint.mayLag)) {
    const id = idOf[pattern.split('/')[1] ?? ''] ?? ''
    path = pattern.replace(':id', String(id)).replace(':username', writer.username).replace(':tag', 'lagos')
    const query = { userId: writer.id, q: 'lagos', type: 'posts' }
    const by = mayLag === 'visitors' ? {} : { token: admin.token }
    expect([path, (await one.call('GET', path, { ...by, query })).status]).toEqual([path, 200])
  }
  expect(acquired).toEqual([])
})

test('a replica that lags is left out until it has caught up', async () => {
  const groupId = await buildGroup(one)
  await caughtUp()
  strict.lines.length = 0
  await server.pauseReplay()
  await join(writer, groupId)
  await expect
    .poll(() => strict.lines)
    .toEqual([expect.stringMatching(/^the replica is left out: it is \d+ s behind$/)])
  expect(await usersOf(strict, groupId)).toBe(1)
  await server.resumeReplay()
  await expect.poll(() => strict.lines[1]).toBe('the replica is used again')
})

/** Reads on all nodes until the condition holds, and returns the statuses that came. */
async function readUntil(isDone: () => boolean): Promise<Set<number>> {
  const statuses = new Set<number>()
  const readers = nodes.flatMap((node) =>
    ['/search?type=groups&q=yoruba', '/user/search?q=first', '/tags/popular'].map(async (path) => {
      while (!isDone()) statuses.add((await node.call('GET', path, { token: stranger.token })).status)
    }),
  )
  await Promise.all(readers)
  return statuses
}

const allSay = (start: string) => () =>
  nodes.every(({ lines }) => lines.some((line) => line.startsWith(start)))

test.each([
  ['killed', () => server.kill(), () => server.start()],
  ['frozen', async () => server.freeze(), async () => server.thaw()],
])('nobody notices when the replica is %s and comes back', async (_, breakReplica, repair) => {
  for (const { lines } of nodes) lines.length = 0
  const reading = readUntil(allSay('the replica is left out: it does not answer'))
  await breakReplica()
  expect(await reading).toEqual(new Set([200]))
  expect((await strict.call('GET', '/health/ready')).status).toBe(200)
  const again = readUntil(allSay('the replica is used again'))
  await repair()
  expect(await again).toEqual(new Set([200]))
  for (const { lines } of nodes) expect(lines).toHaveLength(2)
})

test('the metrics show lag and use', async () => {
  collectMetrics(strict.deps)
  const metrics = await serveMetrics(strict.deps, '127.0.0.1', 0)
  onTestFinished(() => void metrics.close())
  const address = metrics.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const figures = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  expect(figures).toMatch(/^rootsquare_replica_used 1$/m)
  expect(figures).toMatch(/^rootsquare_replica_lag_seconds \d/m)
})
