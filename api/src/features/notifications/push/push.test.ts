import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { getConfig } from '@rootsquare/contract/product'
import { sql } from 'kysely'
import { z } from 'zod'
import { transact } from '#api/db/db.ts'
import { notify } from '#api/domain/notify.ts'
import { enqueue, job } from '#api/jobs/job.ts'
import { runDueJobs } from '#api/test/run-due-jobs.ts'
import { allJobs } from '#api/all-jobs.ts'
import {
  buildBlock,
  buildMember,
  buildPost,
  buildToken,
  password,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { runLaterJobs, subscribeBrowser } from '#api/test/builders/push.ts'
import { like, notificationsOf, readNotifications } from '#api/test/builders/notifications.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { startPushService, type Answer } from '#api/test/fakes/push.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { sendPush } from './send-push.ts'
import { updateRows } from '#api/test/rows.ts'

const app = await sharedApp({ settings: { PUSH_TEST: '1' } })
const { db } = app.deps
const service = await startPushService()
afterAll(() => service.stop())
beforeEach(() => void service.received.splice(0))

const subscribe = (member: { token: string }, ...answers: Answer[]) =>
  subscribeBrowser(app, service, member, ...answers)

async function authorWithPost() {
  const [author, fan] = await Promise.all([buildMember(app), buildMember(app)])
  return { author, fan, post: await buildPost(app, author, { caption: 'New yam' }) }
}

const endpointsOf = async ({ id }: Member) => {
  const rows = db.selectFrom('push_subscriptions').select('endpoint').where('member_id', '=', id)
  return (await rows.orderBy('id').execute()).map(({ endpoint }) => endpoint)
}

const { receivedAt } = service
const retryJobs = () => runLaterJobs(app)

/** Waits for this count, because the worker marks a job as done or to be retried a moment after it has run. */
const expectWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select attempts from graphile_worker.jobs
        where task_identifier = 'send-push' and locked_at is null`.execute(db)
      return rows.length
    })
    .toBe(count)

describe('a push subscription', () => {
  const keys = service.subscribe().keys
  const endpoint = 'https://push.example.com/send/1'

  test.each([
    ['no address', { endpoint: 'push', keys }],
    ['another scheme', { endpoint: 'ftp://push.example.com/', keys }],
    ['a password', { endpoint: 'https://me:secret@push.example.com/', keys }],
    ['an address that is too long', { endpoint: `https://push.example.com/${'x'.repeat(2000)}`, keys }],
    ['no endpoint', { keys }],
    ['no keys', { endpoint }],
    ['a short key', { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(0, 80) } }],
    ['a key that is no point', { endpoint, keys: { ...keys, p256dh: `BB${'A'.repeat(85)}` } }],
    ['a short secret', { endpoint, keys: { ...keys, auth: 'c2hvcnQ' } }],
    ['a number', { endpoint: 7, keys }],
  ])('is rejected with %s', async (_, body) => {
    const member = await buildMember(app)
    expectFailure(await app.call('POST', '/push/subscription', { token: member.token, body }), 400)
    expect(await endpointsOf(member)).toEqual([])
  })

  test('of a browser belongs to the member who signed in there last', async () => {
    const [first, second] = await Promise.all([buildMember(app), buildMember(app)])
    const { endpoint: address, keys: own } = await subscribe(first)
    const body = { endpoint: address, keys: own }
    expectOk(await app.call('POST', '/push/subscription', { token: second.token, body }))
    expect([await endpointsOf(first), await endpointsOf(second)]).toEqual([[], [address]])
  })

  test('is stored once when sent ten times at once', async () => {
    const { token, ...member } = await buildMember(app)
    const { endpoint: address, keys: own } = service.subscribe()
    const send = () =>
      app.call('POST', '/push/subscription', { token, body: { endpoint: address, keys: own } })
    for (const answer of await Promise.all(Array.from({ length: 10 }, send))) expectOk(answer)
    expect(await endpointsOf({ token, ...member })).toEqual([address])
  })

  test('of an eleventh browser replaces the oldest', async () => {
    const member = await buildMember(app)
    const all: string[] = []
    for (let count = 0; count < 11; count += 1) {
      all.push((await subscribe(member)).endpoint)
      app.clock.move(1000)
    }
    expect(await endpointsOf(member)).toEqual(all.slice(1))
  })

  test('is removed by its endpoint, and only by its owner', async () => {
    const [owner, other] = await Promise.all([buildMember(app), buildMember(app)])
    const { endpoint: address } = await subscribe(owner)
    const remove = ({ token }: Member) =>
      app.call('DELETE', '/push/subscription', { token, body: { endpoint: address } })
    expectOk(await remove(other))
    expect(await endpointsOf(owner)).toEqual([address])
    for (const _ of [1, 2]) expectOk(await remove(owner))
    expect(await endpointsOf(owner)).toEqual([])
  })

  test('ends with the session, and continues with a renewed one', async () => {
    const member = await buildMember(app)
    const stolen = { token: await buildToken(app, member) }
    const [{ endpoint: here }] = [await subscribe(member), await subscribe(stolen)]
    const renewed = await app.call('POST', '/token/renew', { token: member.token })
    const token = String(renewed.body.data?.access_token)
    const body = { oldCipher: password, newCipher: 'Another#2027', confirmNewCipher: 'Another#2027' }
    const changed = await app.call('PUT', '/password/change', { token, body })
    expect(await endpointsOf(member)).toEqual([here])
    expectOk(await app.call('POST', '/logout', { token: String(changed.body.data?.access_token) }))
    expect(await endpointsOf(member)).toEqual([])
  })

  test('stays when its session has only expired', async () => {
    const member = await buildMember(app)
    const { endpoint: address } = await subscribe(member)
    await updateRows(db, 'sessions', { member_id: member.id }, { expires_at: new Date(0) })
    const sweep = allJobs.filter(({ name }) => name === 'sweep-expired')
    for (const { run } of sweep) await run(app.deps, {})
    expect(await endpointsOf(member)).toEqual([address])
  })

  test('uses the public key of the configuration', async () => {
    const { push } = dataOf(getConfig, await app.call('GET', '/config'))
    expect(Buffer.from(push?.publicKey ?? '', 'base64url')).toHaveLength(65)
  })
})

describe('a push', () => {
  test('says what happened, where, and how much is unread', async () => {
    const { author, fan, post } = await authorWithPost()
    const browser = await subscribe(author)
    await like(app, fan, post)
    await app.runJobs()
    const [notification] = await notificationsOf(app, author)
    expect(receivedAt(browser)).toEqual([
      {
        title: `${fan.firstname} ${fan.lastname} liked your post`,
        body: 'New yam',
        tag: String(notification?.id),
        url: `/post/${post.id}`,
        unread: 1,
      },
    ])
    expect(service.complaints).toEqual([])
    expect(service.received[0]).toMatchObject({ headers: { ttl: '86400', urgency: 'normal' } })
  })

  test('contains the text of a comment', async () => {
    const { author, fan, post } = await authorWithPost()
    const browser = await subscribe(author)
    const body = { comments: 'Save me some' }
    expectOk(await app.call('POST', `/post/comments/${post.id}/create`, { token: fan.token, body }))
    await app.runJobs()
    const title = `${fan.firstname} ${fan.lastname} commented on your post`
    expect(receivedAt(browser)).toMatchObject([{ title, body: 'Save me some' }])
  })

  test('names an order once, and shortens a name that is too long for a title', async () => {
    const seller = await buildMember(app)
    const { lineIds, transactionRef } = await buildOrder(app, seller, [
      { item: await buildItem(app, seller) },
    ])
    const browser = await subscribe(seller)
    const text = '2 × “Aso oke, hand woven, for a wedding in Ibadan” is sold and paid'
    const target = { type: 'sale', id: lineIds[0] ?? 0 } as const
    await transact(db, (tx) => notify(app.deps, tx, [{ memberId: seller.id, kind: 'ORDER', target, text }]))
    await app.runJobs()
    const title = '2 × “Aso oke, hand woven, for a…” is sold and paid'
    expect(receivedAt(browser)).toMatchObject([{ title, body: transactionRef }])
  })

  test('reaches every browser once, whatever the number of likes and workers', async () => {
    const { author, post } = await authorWithPost()
    const browsers = [await subscribe(author), await subscribe(author)]
    const fans = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)))
    await Promise.all(fans.map((fan) => like(app, fan, post)))
    await Promise.all([runDueJobs(app.deps, allJobs), runDueJobs(app.deps, allJobs)])
    expect(browsers.map((browser) => receivedAt(browser).length)).toEqual([1, 1])
  })

  test('is sent again for what happens after the row was read', async () => {
    const { author, fan, post } = await authorWithPost()
    const browser = await subscribe(author)
    await like(app, fan, post)
    await app.runJobs()
    await readNotifications(app, author)
    await like(app, await buildMember(app), post)
    await app.runJobs()
    expect(receivedAt(browser)).toHaveLength(2)
  })

  test('is sent again when the row gets another text', async () => {
    const { author: buyer } = await authorWithPost()
    const browser = await subscribe(buyer)
    const target = { type: 'order', id: 1 } as const
    for (const text of ['Your order is paid', 'Your order was shipped']) {
      const news = { memberId: buyer.id, kind: 'ORDER', target, text } as const
      await transact(db, (tx) => notify(app.deps, tx, [news]))
      await app.runJobs()
    }
    expect(receivedAt(browser)).toMatchObject([
      { title: 'Your order is paid', url: '/notifications' },
      { title: 'Your order was shipped' },
    ])
    expect(new Set(receivedAt(browser).map(({ tag }) => tag)).size).toBe(1)
    expect(service.received[0]).toMatchObject({ headers: { urgency: 'high' } })
  })

  test.each<[string, (people: { author: Member; fan: Member; post: { id: number } }) => Promise<unknown>]>([
    ['was undone', ({ fan, post }) => like(app, fan, post, false)],
    ['was read', ({ author }) => readNotifications(app, author)],
    ['is from somebody who was blocked', ({ author, fan }) => buildBlock(app, author, fan)],
    [
      'is from somebody who was erased',
      ({ fan }) => db.deleteFrom('members').where('id', '=', fan.id).execute(),
    ],
    ['is for a banned member', ({ author }) => updateMember(app, author, { banned_at: app.clock.now() })],
    [
      'is of a kind that is switched off',
      ({ author: { token } }) =>
        app.call('PUT', '/notifications/settings', { token, body: { kinds: { LIKE: { push: false } } } }),
    ],
    ['is from another time', async () => app.clock.move(25 * 3_600_000)],
  ])('is not sent if it %s before the job runs', async (_, change) => {
    const { author, fan, post } = await authorWithPost()
    const browser = await subscribe(author)
    await like(app, fan, post)
    await change({ author, fan, post })
    await app.runJobs()
    expect(receivedAt(browser)).toEqual([])
    await expectWaiting(0)
  })

  test('never shows a browser’s new member the pushes of the old one', async () => {
    const { author, fan, post } = await authorWithPost()
    const browser = await subscribe(author)
    await like(app, fan, post)
    const { token } = await buildMember(app)
    const { endpoint, keys } = browser
    expectOk(await app.call('POST', '/push/subscription', { token, body: { endpoint, keys } }))
    await app.runJobs()
    expect(receivedAt(browser)).toEqual([])
  })

  test('is not queued without a browser or for a kind that is off', async () => {
    const { author, fan, post } = await authorWithPost()
    await like(app, fan, post)
    await expectWaiting(0)
    await subscribe(author)
    const body = { kinds: { FOLLOW: { push: false } } }
    expectOk(await app.call('PUT', '/notifications/settings', { token: author.token, body }))
    expectOk(await app.call('POST', `/user/follow/${author.id}`, { token: fan.token }))
    await expectWaiting(0)
    expect(await notificationsOf(app, author)).toHaveLength(2)
  })

  test.each([404, 410])('ends the subscription when answered with %i', async (status) => {
    const { author, fan, post } = await authorWithPost()
    const [ended, other] = [await subscribe(author, status), await subscribe(author)]
    await like(app, fan, post)
    await app.runJobs()
    expect(await endpointsOf(author)).toEqual([other.endpoint])
    expect([ended, other].map((browser) => receivedAt(browser).length)).toEqual([1, 1])
    await expectWaiting(0)
  })

  test.each([429, 503])('is retried alone when answered with %i', async (status) => {
    const { author, fan, post } = await authorWithPost()
    const [busy, other] = [await subscribe(author, status), await subscribe(author)]
    await like(app, fan, post)
    await app.runJobs()
    await expectWaiting(1)
    await retryJobs()
    expect([busy, other].map((browser) => receivedAt(browser).length)).toEqual([2, 1])
    await expectWaiting(0)
    expect(await endpointsOf(author)).toHaveLength(2)
  })

  test('is sent after jobs that were queued later', async () => {
    const { author, fan, post } = await authorWithPost()
    const browser = await subscribe(author)
    await like(app, fan, post)
    const before: number[] = []
    const run = async () => void before.push(receivedAt(browser).length)
    const later = job({ name: 'queued-later', payload: z.object({}), run })
    await enqueue(db, later, {})
    await runDueJobs(app.deps, [sendPush, later])
    expect([before, receivedAt(browser).length]).toEqual([[0], 1])
  })

  test('is given up when always rejected, and the subscription stays', async () => {
    const { author, fan, post } = await authorWithPost()
    await subscribe(author, 403)
    await like(app, fan, post)
    await app.runJobs()
    await expectWaiting(0)
    expect(await endpointsOf(author)).toHaveLength(1)
  })
})
