import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { describedBy, endpoint, type Endpoint } from '@rootsquare/contract/lib/endpoint'
import { buildMember, buildPost } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { ApiError } from '#api/http/api-error.ts'
import { loadShedding, sheddingLimits } from './load-shedding.ts'
import type { ServerPolicy } from '#api/http/serve/policy.ts'
import { serve } from '#api/http/serve/serve.ts'

/** Calls run until the test opens this gate. */
let gate = Promise.withResolvers<null>()
const slow = (path: Endpoint['path']) =>
  endpoint({ method: 'POST', path, access: 'member', summary: 'Waits', reply: z.null() })
const calls: [Endpoint['path'], ServerPolicy][] = [
  ['/slow', {}],
  ['/slow-vital', { shed: 'last' }],
  ['/slow-nothing', { writesNothing: true }],
]
let started = 0
let dropShared = vi.fn()

const any = (method: 'GET' | 'POST') =>
  describedBy(endpoint({ method, path: '/any', access: 'member', summary: 'Any', reply: z.null() }))
const newRequest = () => ({ headers: {}, socket: new Socket() })

const maxRunning = 2
const calmMs = 300
const app = await sharedApp({
  sheddingLimits: {
    maxRunning,
    maxVital: 2,
    patienceMs: { write: 400, read: 200, optional: 100 },
    overloadedWaitMs: 50,
    calmMs,
  },
  extraRoutes: calls.map(([path, policy]) => (context) => {
    dropShared = vi.spyOn(context.shared, 'drop')
    serve(context, slow(path), policy, () => {
      started += 1
      return gate.promise
    })
  }),
})
const member = await buildMember(app)
const post = await buildPost(app, member)
const { token } = member

afterEach(async () => {
  gate.resolve(null)
  gate = Promise.withResolvers<null>()
  // A queue that rejected a call stays overloaded for this long, and the next test must not meet that.
  await setTimeout(calmMs)
})

const readAsVisitor = () => app.call('GET', `/post/fetch/${post.id}`)
const read = () => app.call('GET', '/user/posts', { token })
const write = () => app.call('POST', `/post/comments/${post.id}/create`, { token, body: { comments: 'Hm' } })
const slowly = (path: string) => app.call('POST', path, { token })

/** Starts as many calls as may run at a time. */
async function occupy(): Promise<Promise<Called>[]> {
  const before = started
  const busy = Array.from({ length: maxRunning }, () => slowly('/slow'))
  await expect.poll(() => started).toBe(before + maxRunning)
  return busy
}

const countComments = async () => (await app.deps.db.selectFrom('comments').select('id').execute()).length

async function expectRecovery(): Promise<void> {
  gate.resolve(null)
  for (const send of [write, read, readAsVisitor])
    await expect.poll(async () => (await send()).status).toBe(200)
}

test('rejects visitors before members and reads before writes', async () => {
  const before = await countComments()
  const busy = await occupy()
  const rejected: string[] = []
  const sent = Object.entries({ write, read, readAsVisitor }).map(async ([name, send]) => {
    const answer = await send()
    rejected.push(name)
    expectFailure(answer, 503, 'UNAVAILABLE')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
  await Promise.all(sent)
  expect(rejected).toEqual(['readAsVisitor', 'read', 'write'])
  expect(await countComments()).toBe(before)
  await expectRecovery()
  for (const answer of await Promise.all(busy)) expect(answer.status).toBe(200)
})

test('an overloaded node rejects calls before it reads their session', async () => {
  await occupy()
  expectFailure(await write(), 503)
  const stranger = await app.call('GET', '/user/posts', { token: 'none of ours' })
  expectFailure(stranger, 503, 'UNAVAILABLE')
  await expectRecovery()
})

test('only a write that has begun drops the shared responses', async () => {
  await occupy()
  dropShared.mockClear()
  expectFailure(await write(), 503)
  expect(dropShared).not.toHaveBeenCalled()
  await expectRecovery()
  expect(dropShared).toHaveBeenCalled()
  dropShared.mockClear()
  expect((await slowly('/slow-nothing')).status).toBe(200)
  expect(dropShared).not.toHaveBeenCalled()
})

test.each([
  ['GET', 'is not run'],
  ['POST', 'is run'],
] as const)('a %s whose client leaves while it waits %s', async (method, outcome) => {
  const load = loadShedding({ ...sheddingLimits(1), maxRunning: 1 })
  const [call, request] = [any(method), newRequest()]
  const running = load.run(call, request, () => gate.promise)
  const work = vi.fn(async () => null)
  const waiting = load.run(call, request, work).catch(() => null)
  request.socket.destroy()
  gate.resolve(null)
  await Promise.all([running, waiting])
  expect(work).toHaveBeenCalledTimes(outcome === 'is run' ? 1 : 0)
})

test('a burst waits, and calls above its size are rejected at once', async () => {
  const load = loadShedding({ ...sheddingLimits(1), maxRunning: 1, maxWaiting: 2 })
  const send = () => load.run(any('POST'), newRequest(), () => gate.promise)
  const accepted = [send(), send(), send()]
  await expect(send()).rejects.toMatchObject({ status: 503 })
  gate.resolve(null)
  expect(await Promise.all(accepted)).toEqual([null, null, null])
})

test('counts a read as waiting while its session is being read', async () => {
  // The queue stays overloaded for longer than the test takes.
  const load = loadShedding({ ...sheddingLimits(1), maxRunning: 1, maxWaiting: 1, calmMs: 600_000 })
  const call = any('GET')
  const accepted = [1, 2].map(() => load.run(call, newRequest(), () => gate.promise))
  await expect(load.run(call, newRequest(), () => gate.promise)).rejects.toMatchObject({ status: 503 })
  gate.resolve(null)
  await Promise.all(accepted)
  const session = Promise.withResolvers<null>()
  const arriving = load.admit(call, newRequest(), () => session.promise)
  await expect(load.admit(call, newRequest(), async () => null)).rejects.toMatchObject({ status: 503 })
  session.reject(new Error('No such session.'))
  await expect(arriving).rejects.toThrow('No such session.')
  expect(await load.admit(call, newRequest(), async () => null)).toBe(null)
})

test('rejected clients get different times to come back', async () => {
  const load = loadShedding({ ...sheddingLimits(1), maxVital: 0 })
  const call = { ...any('POST'), shed: 'last' as const }
  const rejected = Array.from({ length: 200 }, () =>
    load.run(call, newRequest(), () => gate.promise).catch((error: unknown) => error),
  )
  const seconds = (await Promise.all(rejected)).map(
    (error) => error instanceof ApiError && Number(error.extra.headers?.['retry-after']),
  )
  expect(new Set(seconds)).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9, 10]))
})

test('log-in, orders, payments and health work while writes are rejected', async () => {
  await occupy()
  expectFailure(await write(), 503)
  const sent = [
    () => app.call('GET', '/health'),
    () => app.call('GET', '/health/ready'),
    () => app.call('POST', '/login', { body: {} }),
    () => app.call('GET', '/cart/quote', { token }),
    () => app.call('POST', '/cart/checkout', { token, body: {} }),
    () => app.call('POST', '/payment/verify/none', { token }),
    () => app.call('POST', '/payment/webhook', { body: {} }),
  ]
  const statuses: number[] = []
  for (const send of sent) statuses.push((await send()).status)
  expect(statuses).toEqual([200, 200, 400, 200, 400, 404, 401])
  await expectRecovery()
})

test('rejects too many vital calls too', async () => {
  const before = started
  const busy = [slowly('/slow-vital'), slowly('/slow-vital')]
  await expect.poll(() => started).toBe(before + busy.length)
  expectFailure(await app.call('GET', '/cart/quote', { token }), 503, 'UNAVAILABLE')
  expect((await read()).status).toBe(200)
  gate.resolve(null)
  for (const answer of await Promise.all(busy)) expect(answer.status).toBe(200)
  expect((await app.call('GET', '/cart/quote', { token })).status).toBe(200)
})
