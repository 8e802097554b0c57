import { allJobs } from '#api/all-jobs.ts'
import { runDueJobs } from '#api/test/run-due-jobs.ts'
import { redisBus } from '#api/ports/bus/redis.ts'
import { expectOk } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildBlock, buildMember, updateMember } from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { readAll, send, write } from '#api/test/builders/messages.ts'
import { notificationsOf } from '#api/test/builders/notifications.ts'
import { runLaterJobs, subscribeBrowser } from '#api/test/builders/push.ts'
import { openPage } from '#api/test/events.ts'
import { startPushService } from '#api/test/fakes/push.ts'
import { startRedis } from '#api/test/fakes/redis.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

const settings = { PUSH_TEST: '1' }
const app = await sharedApp({ settings })
const service = await startPushService()
afterAll(() => service.stop())
beforeEach(() => void service.received.splice(0))

const minute = 60_000

/** A writer, and a receiver with a browser that takes pushes. */
async function pair() {
  const [ada, bayo] = [await buildMember(app), await buildMember(app)]
  return { ada, bayo, browser: await subscribeBrowser(app, service, bayo) }
}

const bodiesAt = (browser: { path: string }) => service.receivedAt(browser).map(({ body }) => body)

describe('a message to a member without an open page', () => {
  test('is pushed with its sender, its beginning and its conversation', async () => {
    const { ada, bayo, browser } = await pair()
    await write(app, ada, bayo, 'Is the   drum\nstill there?')
    await app.runJobs()
    expect(service.receivedAt(browser)).toEqual([
      {
        title: `${ada.firstname} ${ada.lastname}`,
        body: 'Is the drum still there?',
        tag: `message-${ada.id}`,
        url: `/messages/${ada.id}`,
        unread: 0,
      },
    ])
    expect(service.received[0]).toMatchObject({ headers: { ttl: '86400', urgency: 'high' } })
    expect(await notificationsOf(app, bayo)).toEqual([])
  })

  test('is pushed to every browser of the receiver, and to none of the sender', async () => {
    const { ada, bayo, browser } = await pair()
    const [second, own] = [
      await subscribeBrowser(app, service, bayo),
      await subscribeBrowser(app, service, ada),
    ]
    await write(app, ada, bayo)
    await app.runJobs()
    expect([browser, second, own].map((one) => bodiesAt(one).length)).toEqual([1, 1, 0])
  })

  test('is sent as one of its receiver, whose silent service pauses no others', async () => {
    const { ada, bayo } = await pair()
    if (!app.deps.push) throw new Error('This app sends no pushes.')
    const sent = vi.spyOn(app.deps.push, 'send')
    onTestFinished(() => sent.mockRestore())
    await write(app, ada, bayo)
    await app.runJobs()
    expect(sent.mock.calls.map(([target]) => target.member_id)).toEqual([bayo.id])
  })

  test('is cut where it is long', async () => {
    const { ada, bayo, browser } = await pair()
    await write(app, ada, bayo, '🥁'.repeat(1000))
    await app.runJobs()
    expect(bodiesAt(browser)).toEqual([`${'🥁'.repeat(149)}…`])
  })

  test('is pushed if it is an offer', async () => {
    const { ada, bayo, browser } = await pair()
    const { id } = await buildItem(app, bayo, { name: 'Drum', price_kobo: 500_000 })
    expectOk(await app.call('POST', `/items/${id}/offers`, { token: ada.token, body: { price: 4000 } }))
    await app.runJobs()
    expect(bodiesAt(browser)).toEqual(['I offer ₦4,000.00 for “Drum”.'])
  })

  test.each<[string, (people: { ada: Member; bayo: Member; chatId: number }) => Promise<unknown>]>([
    ['was read', ({ ada, bayo }) => readAll(app, bayo, ada)],
    ['was taken back', ({ ada, chatId }) => app.call('DELETE', `/messaging/${chatId}`, { token: ada.token })],
    ['is from a member whom the receiver has blocked', ({ ada, bayo }) => buildBlock(app, bayo, ada)],
    ['is to a member whom the sender has blocked', ({ ada, bayo }) => buildBlock(app, ada, bayo)],
    ['is from a banned member', ({ ada }) => updateMember(app, ada, { banned_at: app.clock.now() })],
    ['is to a banned member', ({ bayo }) => updateMember(app, bayo, { banned_at: app.clock.now() })],
    [
      'is to a suspended member',
      ({ bayo }) =>
        updateMember(app, bayo, { suspended_until: new Date(app.clock.now().getTime() + minute) }),
    ],
    [
      'is from an erased member',
      ({ ada }) => app.deps.db.deleteFrom('members').where('id', '=', ada.id).execute(),
    ],
    [
      'is to a member who has switched it off',
      ({ bayo: { token } }) =>
        app.call('PUT', '/notifications/settings', { token, body: { kinds: { MESSAGE: { push: false } } } }),
    ],
    ['is a day old', async () => app.clock.move(24 * 60 * minute)],
  ])('is not pushed if it %s before the job runs', async (_, change) => {
    const { ada, bayo, browser } = await pair()
    const { chatId } = await write(app, ada, bayo)
    await change({ ada, bayo, chatId })
    await app.runJobs()
    expect(bodiesAt(browser)).toEqual([])
  })

  test('is not pushed to the next member who signs in in that browser', async () => {
    const { ada, bayo, browser } = await pair()
    await write(app, ada, bayo)
    const { token } = await buildMember(app)
    const { endpoint, keys } = browser
    expectOk(await app.call('POST', '/push/subscription', { token, body: { endpoint, keys } }))
    await app.runJobs()
    expect(bodiesAt(browser)).toEqual([])
  })
})

describe('media without a text', () => {
  test.each([
    [['image'], 'Picture'],
    [['image', 'image', 'image'], '3 pictures'],
    [['audio'], 'Voice note'],
  ] as const)('%j is pushed as “%s”', async (types, body) => {
    const { ada, bayo, browser } = await pair()
    const { chatId } = await write(app, ada, bayo)
    const media = types.map((type, position) => ({ message_id: chatId, position, type, url: `/${position}` }))
    await app.deps.db.insertInto('message_media').values(media).execute()
    const changed = app.deps.db.updateTable('messages').set({ body: '', has_media: true })
    await changed.where('id', '=', chatId).execute()
    await app.runJobs()
    expect(bodiesAt(browser)).toEqual([body])
  })
})

describe('a page of the receiver', () => {
  test('shows the message, so that it is not pushed', async () => {
    const { ada, bayo, browser } = await pair()
    const page = await openPage(app, bayo)
    await write(app, ada, bayo, 'while it is open')
    await app.runJobs()
    expect(bodiesAt(browser)).toEqual([])
    await page.hangUp()
    await write(app, ada, bayo, 'after it was closed')
    await app.runJobs()
    expect(bodiesAt(browser)).toEqual(['after it was closed'])
  })

  test('may be open on another node', async (context) => {
    const { url } = await startRedis(context)
    const buses = [redisBus(url, () => {}), redisBus(url, () => {})] as const
    for (const bus of buses) onTestFinished(() => bus.close())
    const nodeWith = (bus: (typeof buses)[number]) =>
      temporaryApp({ sameDatabaseAs: { url: app.databaseUrl }, bus, settings })
    const [one, other] = [await nodeWith(buses[0]), await nodeWith(buses[1])]
    let isHeard = false
    onTestFinished(buses[1].subscribe(() => (isHeard = true)))
    await expect.poll(() => [one.deps.bus.wake([1]), isHeard].at(1)).toBe(true)
    const { ada, bayo, browser } = await pair()
    const page = await openPage(other, bayo)
    await write(one, ada, bayo, 'while it is open')
    await one.runJobs()
    expect(bodiesAt(browser)).toEqual([])
    await page.hangUp()
    await write(one, ada, bayo, 'after it was closed')
    await one.runJobs()
    expect(bodiesAt(browser)).toEqual(['after it was closed'])
  })

  test('that only another member has open changes nothing', async () => {
    const { ada, bayo, browser } = await pair()
    await openPage(app, ada)
    await write(app, ada, bayo)
    await app.runJobs()
    expect(bodiesAt(browser)).toHaveLength(1)
  })
})

describe('of one sender at most one push a minute', () => {
  test('is sent, also for messages and workers at once', async () => {
    const { ada, bayo, browser } = await pair()
    await Promise.all(Array.from({ length: 8 }, (_, index) => write(app, ada, bayo, `${index}`)))
    await Promise.all([1, 2, 3].map(() => runDueJobs(app.deps, allJobs)))
    expect(bodiesAt(browser)).toHaveLength(1)
  })

  test('is sent by jobs of one pair that run at once', async () => {
    const { ada, bayo, browser } = await pair()
    await write(app, ada, bayo)
    const payload = { receiverId: bayo.id, senderId: ada.id }
    const job = allJobs.find(({ name }) => name === 'push-messages')
    await Promise.all([1, 2, 3, 4].map(() => job?.run(app.deps, payload)))
    await app.runJobs()
    expect(bodiesAt(browser)).toHaveLength(1)
  })

  test('is sent, and the newest of the others follows after it', async () => {
    const { ada, bayo, browser } = await pair()
    for (const text of ['first', 'second', 'third']) {
      await write(app, ada, bayo, text)
      await app.runJobs()
    }
    expect(bodiesAt(browser)).toEqual(['first'])
    await runLaterJobs(app)
    expect(bodiesAt(browser)).toEqual(['first'])
    app.clock.move(minute)
    await runLaterJobs(app)
    expect(bodiesAt(browser)).toEqual(['first', 'third'])
    app.clock.move(minute)
    await runLaterJobs(app)
    expect(bodiesAt(browser)).toHaveLength(2)
  })

  test('is sent, and none follows if the others were read', async () => {
    const { ada, bayo, browser } = await pair()
    for (const text of ['first', 'second']) {
      await write(app, ada, bayo, text)
      await app.runJobs()
    }
    await readAll(app, bayo, ada)
    app.clock.move(minute)
    await runLaterJobs(app)
    expect(bodiesAt(browser)).toEqual(['first'])
  })

  test('does not delay another sender, nor the answer', async () => {
    const { ada, bayo, browser } = await pair()
    const chidi = await buildMember(app)
    const own = await subscribeBrowser(app, service, ada)
    await write(app, ada, bayo, 'from Ada')
    await app.runJobs()
    await write(app, chidi, bayo, 'from Chidi')
    await write(app, bayo, ada, 'the answer')
    await app.runJobs()
    expect(bodiesAt(browser)).toEqual(['from Ada', 'from Chidi'])
    expect(bodiesAt(own)).toEqual(['the answer'])
  })
})

test('a rejected message queues nothing', async () => {
  const { ada, bayo, browser } = await pair()
  await buildBlock(app, bayo, ada)
  expect((await send(app, ada, bayo)).status).toBe(404)
  await app.runJobs()
  expect(bodiesAt(browser)).toEqual([])
})

test('a push that the service takes later is sent again to that browser alone', async () => {
  const { ada, bayo, browser } = await pair()
  const busy = await subscribeBrowser(app, service, bayo, 503)
  await write(app, ada, bayo)
  await app.runJobs()
  // The worker marks a job as failed a moment after it has run.
  const retried = async () => {
    await runLaterJobs(app)
    return [browser, busy].map((one) => bodiesAt(one).length)
  }
  await expect.poll(retried).toEqual([1, 2])
})
