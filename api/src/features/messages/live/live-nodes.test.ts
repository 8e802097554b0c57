import { describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import { redisBus } from '#api/ports/bus/redis.ts'
import { memoryBus } from '#api/ports/bus/memory.ts'
import type { Bus } from '#api/ports/bus/bus.ts'
import { buildMembers, buildPost, updateMember } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { chatIdsOf, listen, openPage } from '#api/test/events.ts'
import { like, readNotifications } from '#api/test/builders/notifications.ts'
import { readAll, sentMessage, write } from '#api/test/builders/messages.ts'
import { startRedis } from '#api/test/fakes/redis.ts'
import { stallableRoute } from '#api/test/fakes/stallable-route.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { testApp, type TestApp } from '#api/test/test-app.ts'

/** The two nodes run in one process. */
const shared = memoryBus()

const app = await sharedApp({ bus: shared })

const two = () => buildMembers(app, 2)

async function nodeWith(bus: Bus) {
  const node = await temporaryApp({ sameDatabaseAs: { url: app.databaseUrl }, bus })
  return node
}

describe('two nodes on one Redis', () => {
  /** Starts two nodes, each of which has already received something from the other. */
  async function nodesOn(context: TestContext) {
    const redis = await startRedis(context)
    const [first, second] = [redisBus(redis.url, () => {}), redisBus(redis.url, () => {})]
    for (const bus of [first, second]) onTestFinished(() => bus.close())
    await expectHeard(first, second)
    await expectHeard(second, first)
    return {
      redis,
      buses: [first, second] as const,
      one: await nodeWith(first),
      other: await nodeWith(second),
    }
  }

  async function expectHeard(from: Bus, to: Bus): Promise<void> {
    let isHeard = false
    const stop = to.subscribe(() => (isHeard = true))
    const call = () => {
      from.wake([1])
      return isHeard
    }
    await expect.poll(call).toBe(true)
    stop()
  }

  test('deliver events of one node to the other over the bus', async (context) => {
    const { one, other, buses } = await nodesOn(context)
    const [ada, bayo] = await two()
    const [hers, his] = [await openPage(one, ada), await openPage(other, bayo)]
    const heard: number[] = []
    onTestFinished(buses[1].subscribe((memberIds) => heard.push(...memberIds)))
    const { chatId } = await write(one, ada, bayo)
    expect(chatIdsOf(await his.untilNamed('message'))).toEqual([chatId])
    expect(heard).toEqual([bayo.id, ada.id])
    await readAll(other, bayo, ada)
    const [read] = await hers.untilNamed('read')
    expect(read?.data).toEqual({ chatIds: [chatId], userId: bayo.id })
  })

  test('deliver a comment to a page that shows the post on the other', async (context) => {
    const { one, other } = await nodesOn(context)
    const [ada, bayo] = await two()
    const { id } = await buildPost(app, ada)
    const page = await openPage(other, bayo, { post: id })
    const body = { comments: 'Ẹ káàbọ̀, all of you' }
    await one.call('POST', `/post/comments/${id}/create`, { token: ada.token, body })
    const [event] = await page.untilNamed('comment')
    expect(event?.data).toMatchObject({ ...body, userId: ada.id })
  })

  test('deliver a deleted like to a page with the read row on the other', async (context) => {
    const { one, other } = await nodesOn(context)
    const [ada, bayo] = await two()
    const post = await buildPost(app, ada)
    await like(one, bayo, post)
    await readNotifications(one, ada)
    const page = await openPage(other, ada)
    await page.untilNamed('notification')
    await like(one, bayo, post, false)
    const [, again] = await page.untilNamed('notification', 2)
    expect(again?.data).toEqual({ unread: 0 })
  })

  test('deliver 30 messages from both once and in order', async (context) => {
    const { one, other } = await nodesOn(context)
    const [ada, bayo] = await two()
    const pages = [await openPage(other, ada), await openPage(one, bayo)]
    const sending = Array.from({ length: 30 }, (_, turn) =>
      write(turn % 3 ? one : other, turn % 2 ? ada : bayo, turn % 2 ? bayo : ada),
    )
    const ids = (await Promise.all(sending)).map(({ chatId }) => chatId).toSorted((a, b) => a - b)
    for (const page of pages) expect(chatIdsOf(await page.untilNamed('message', 30))).toEqual(ids)
  })

  test('recover after Redis was away, during which each delivers its own', async (context) => {
    const { redis, buses, one, other } = await nodesOn(context)
    const [ada, bayo] = await two()
    const page = await openPage(one, bayo)
    await redis.kill()
    const first = await write(one, ada, bayo)
    expect(chatIdsOf(await page.untilNamed('message'))).toEqual([first.chatId])
    await redis.startAgain()
    await expectHeard(buses[1], buses[0])
    const second = await write(other, ada, bayo)
    expect(chatIdsOf(await page.untilNamed('message', 2))).toEqual([first.chatId, second.chatId])
  })

  test('recover after a connection fell silent', async (context) => {
    const redis = await startRedis(context)
    const route = await stallableRoute({ host: '127.0.0.1', port: Number(new URL(redis.url).port) })
    const [near, far] = [redisBus(`redis://127.0.0.1:${route.port}`, () => {}), redisBus(redis.url, () => {})]
    for (const bus of [near, far]) onTestFinished(() => bus.close())
    await expectHeard(far, near)
    route.stall()
    await expectHeard(far, near)
    await expectHeard(near, far)
  })
})

test('the database check finds events and ended sessions without the bus', async () => {
  const silent: Bus = { ...memoryBus(), wake: () => {} }
  const node = await nodeWith(silent)
  const [ada, bayo] = await two()
  const [chidi, dayo] = await two()
  const page = await openPage(node, bayo)
  const [loggedOut, banned] = [await openPage(node, chidi), await openPage(node, dayo)]
  const { chatId } = await write(app, ada, bayo)
  await app.call('POST', '/logout', { token: chidi.token })
  await updateMember(app, dayo, { banned_at: app.clock.now() })
  expect(chatIdsOf(await page.untilNamed('message'))).toEqual([chatId])
  expect((await page.untilNamed('unread', 2)).at(-1)?.data).toEqual({ senders: 1 })
  await Promise.all([loggedOut.ended, banned.ended])
})

test('loses and repeats no event across a restart', async () => {
  const [ada, bayo] = await two()
  const before = await testApp({ sameDatabaseAs: { url: app.databaseUrl }, bus: shared })
  const page = await listen(before, bayo)
  await page.untilNamed('unread')
  const acknowledged: number[] = []
  const written: string[] = []
  let isOver = false
  const ask = (node: TestApp, message: string) =>
    node.call('POST', '/messaging/create', {
      token: ada.token,
      headers: { 'idempotency-key': message },
      body: { eventType: 'MESSAGE', userId: bayo.id, message },
    })
  /** Repeats an unanswered request with the same key, as a browser does. */
  const keepWriting = async (writer: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const message = `${writer}-${turn}`
      const answer = await ask(turn % 2 ? app : before, message).catch(() => ask(app, message))
      acknowledged.push(dataOf(sentMessage, answer).chatId)
      written.push(message)
    }
  }
  const writing = Promise.all([1, 2, 3, 4].map(keepWriting))
  await page.untilNamed('message', 20)
  await before.stop()
  await page.ended
  const after = await nodeWith(shared)
  const lastEventId = String(page.events.findLast(({ id }) => id !== null)?.id)
  const again = await openPage(after, bayo, { lastEventId })
  await again.untilNamed('message', 20)
  isOver = true
  await writing
  await again.until((events) => chatIdsOf(events).includes(Math.max(...acknowledged)))
  const events = [...page.events, ...again.events.slice(1)]
  const numbers = events.flatMap(({ id }) => (id === null ? [] : [id]))
  expect(numbers).toEqual(numbers.map((_, place) => place))
  expect(chatIdsOf(events)).toEqual(acknowledged.toSorted((a, b) => a - b))
  expect(new Set(written).size).toBe(acknowledged.length)
})
