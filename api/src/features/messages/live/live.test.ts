import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { transact } from '#api/db/db.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { buildBlock, buildMember, buildMembers, buildToken, type Member } from '#api/test/builders/members.ts'
import { chatIdsOf, listen, openPage } from '#api/test/events.ts'
import { expectFailure } from '#api/test/answer.ts'
import { readAll, write } from '#api/test/builders/messages.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { testApp } from '#api/test/test-app.ts'
import { openTransaction, untilWaiting } from '#api/test/waiting.ts'
import { sweepLiveEvents } from '#api/features/messages/jobs.ts'

const app = await sharedApp()

const two = () => buildMembers(app, 2)

const open = (member: Member, lastEventId?: string, to = app) => openPage(to, member, { lastEventId })

/** Inserts messages directly, which bypasses the API and its events. */
async function insertMessages(from: Member, to: Member, { count, body }: { count: number; body: string }) {
  const row = { sender_id: from.id, receiver_id: to.id, body, created_at: app.clock.now() }
  const rows = Array.from({ length: count }, () => row)
  const inserted = await app.deps.db.insertInto('messages').values(rows).returning('id').execute()
  return inserted.map(({ id }) => id)
}

describe('an open page', () => {
  test('gets messages of both directions, readings and the badge', async () => {
    const [ada, bayo] = await two()
    const [hers, his] = [await open(ada), await open(bayo)]
    const sent = await write(app, ada, bayo, 'Ẹ kú àárọ̀\n\n🥁')
    expect(await hers.untilNamed('message')).toEqual([{ id: 1, event: 'message', data: sent }])
    expect(await his.untilNamed('message')).toEqual([
      { id: 1, event: 'message', data: { ...sent, unReadChatCount: 1 } },
    ])
    expect((await his.untilNamed('unread', 2)).map(({ data }) => data)).toEqual([
      { senders: 0 },
      { senders: 1 },
    ])
    await readAll(app, bayo, ada)
    for (const page of [hers, his])
      expect(await page.untilNamed('read')).toEqual([
        { id: 2, event: 'read', data: { chatIds: [sent.chatId], userId: bayo.id } },
      ])
    expect((await his.untilNamed('unread', 3)).at(-1)?.data).toEqual({ senders: 0 })
    expect(hers.named('unread').map(({ data }) => data)).toEqual([{ senders: 0 }])
  })

  test('gets events on every device of the member only', async () => {
    const [ada, bayo] = await two()
    const third = await open(await buildMember(app))
    const pages = [await open(bayo), await open({ ...bayo, token: await buildToken(app, bayo) })]
    const { chatId } = await write(app, ada, bayo)
    for (const page of pages) expect(chatIdsOf(await page.untilNamed('message'))).toEqual([chatId])
    expect(third.events.map(({ event }) => event)).toEqual([null, 'unread', 'notification'])
  })

  test('gets automated messages', async () => {
    const ada = await buildMember(app)
    const page = await open(ada)
    await transact(app.deps.db, (tx) => sendSystemMessage(app.deps, tx, ada.id, 'Welcome!'))
    const [events] = await page.untilNamed('message')
    expect(events?.data).toMatchObject({ message: 'Welcome!', senderId: 0, createdBy: 'anonymousUser' })
  })

  test('gets 30 concurrent messages once, in order and numbered without a gap', async () => {
    const [ada, bayo] = await two()
    const pages = [await open(ada), await open(bayo)]
    const sending = Array.from({ length: 30 }, (_, turn) =>
      write(app, turn % 2 ? ada : bayo, turn % 2 ? bayo : ada, 'x'.repeat(5000)),
    )
    const ids = (await Promise.all(sending)).map(({ chatId }) => chatId).toSorted((a, b) => a - b)
    for (const page of pages) {
      const events = await page.untilNamed('message', 30)
      expect(chatIdsOf(events)).toEqual(ids)
      expect(events.map(({ id }) => id)).toEqual(ids.map((_, place) => place + 1))
    }
  })
})

describe('reconnecting to the stream', () => {
  test('with Last-Event-ID returns exactly the missed events in order', async () => {
    const [ada, bayo] = await two()
    const first = await open(bayo)
    await write(app, ada, bayo)
    await first.untilNamed('message')
    await first.hangUp()
    const missed = [await write(app, ada, bayo), await write(app, bayo, ada), await write(app, ada, bayo)]
    await readAll(app, ada, bayo)
    const again = await open(bayo, '1')
    await again.untilNamed('read')
    expect(chatIdsOf(again.events)).toEqual(missed.map(({ chatId }) => chatId))
    expect(again.events.map(({ id }) => id).filter((id) => id !== null)).toEqual([1, 2, 3, 4, 5])
    expect(again.named('reset')).toEqual([])
  })

  test('sends no old event to a new page or one that missed nothing', async () => {
    const [ada, bayo] = await two()
    await write(app, ada, bayo)
    for (const place of [undefined, '1']) {
      const page = await open(bayo, place)
      expect(page.events[0]).toEqual({ id: 1, event: null, data: null })
      expect(page.events.map(({ event }) => event)).toEqual([null, 'unread', 'notification'])
    }
  })

  test('returns all events when there are more than one read returns', async () => {
    const [ada, bayo] = await two()
    const ids = await insertMessages(ada, bayo, { count: 230, body: 'Hello' })
    const page = await open(bayo, '0')
    expect(chatIdsOf(await page.untilNamed('message', ids.length))).toEqual(ids)
  })

  test.each(['x', '-1', '1.5', '1e3', '99', '9'.repeat(40), ' '])('resets with the id %j', async (place) => {
    const [ada, bayo] = await two()
    await write(app, ada, bayo)
    const page = await open(bayo, place)
    expect(page.events[0]).toEqual({ id: 1, event: 'reset', data: {} })
    const { chatId } = await write(app, ada, bayo)
    expect(chatIdsOf(await page.untilNamed('message'))).toEqual([chatId])
  })

  test('loses nothing within five minutes, and resets later', async () => {
    const [ada, bayo] = await two()
    await write(app, ada, bayo)
    app.clock.move(4 * 60_000)
    await write(app, ada, bayo)
    app.clock.move(5 * 60_000)
    await sweepLiveEvents.run(app.deps, {})
    expect((await open(bayo, '0')).named('reset')).toEqual([])
    app.clock.move(2 * 60_000)
    await sweepLiveEvents.run(app.deps, {})
    expect((await open(bayo, '0')).events[0]).toEqual({ id: 2, event: 'reset', data: {} })
    const stored = await open(bayo, '1')
    expect(await stored.untilNamed('message')).toHaveLength(1)
    app.clock.move(10 * 60_000)
    await sweepLiveEvents.run(app.deps, {})
    expect((await open(bayo, '1')).events[0]).toEqual({ id: 2, event: 'reset', data: {} })
    expect((await open(bayo, '2')).events[0]).toEqual({ id: 2, event: null, data: null })
  })

  test('skips a message whose sender is erased, and sends the rest', async () => {
    const [ada, bayo] = await two()
    const gone = await buildMember(app)
    await write(app, gone, bayo)
    const { chatId } = await write(app, ada, bayo)
    await app.deps.db.deleteFrom('members').where('id', '=', gone.id).execute()
    const page = await open(bayo, '0')
    expect(await page.untilNamed('message')).toMatchObject([{ id: 2, data: { chatId } }])
    expect(page.events.map(({ id }) => id).filter((id) => id !== null)).toEqual([0, 1, 2])
  })
})

describe('an ended stream', () => {
  const update = ({ id }: Member, change: { banned_at?: Date; suspended_until?: Date }) =>
    app.deps.db.updateTable('members').set(change).where('id', '=', id).execute()
  const hour = 3_600_000

  test.each([
    ['the member has logged out', (member: Member) => app.call('POST', '/logout', { token: member.token })],
    ['the member is banned', (member: Member) => update(member, { banned_at: app.clock.now() })],
    [
      'the member is suspended',
      (member: Member) => update(member, { suspended_until: new Date(app.clock.now().getTime() + hour) }),
    ],
  ])('gets no more events when %s', async (_, lockOut) => {
    const bayo = await buildMember(app)
    const page = await open(bayo)
    await lockOut(bayo)
    await app.deps.db
      .insertInto('messages')
      .values({ receiver_id: bayo.id, body: 'Too late', created_at: app.clock.now() })
      .execute()
    app.deps.bus.wake([bayo.id])
    await page.ended
    expect(page.named('message')).toEqual([])
  })

  test('is closed when the server stops', async () => {
    const node = await testApp({ sameDatabaseAs: { url: app.databaseUrl } })
    const [ada] = await two()
    const page = await open(ada, undefined, node)
    await Promise.all([node.stop(), expect(page.ended).resolves.toBeUndefined()])
  })
})

describe('a live stream', () => {
  test('opens only for a member with a token in the header', async () => {
    const { token } = await buildMember(app)
    for (const name of ['token', 'access_token', 'authorization'])
      expectFailure(await app.call('GET', '/live', { query: { [name]: token } }), 401, 'UNAUTHENTICATED')
    expectFailure(await app.call('GET', '/live', { token: 'nonsense' }), 401, 'SESSION_ENDED')
    expectFailure(await app.call('POST', '/live', { token }), 405, 'METHOD_NOT_ALLOWED')
  })

  test('is limited to 20 per member, even when opened at once', async () => {
    const ada = await buildMember(app)
    const pages = await Promise.all(Array.from({ length: 25 }, () => listen(app, ada)))
    const opened = pages.filter(({ status }) => status === 200)
    const rejected = pages.filter(({ status }) => status === 429)
    expect([opened.length, rejected.length]).toEqual([20, 5])
    expect(rejected[0]?.headers['retry-after']).toBe('60')
    await opened[0]?.hangUp()
    const another = await buildMember(app)
    await open(another)
    await open(ada)
    await Promise.all(opened.map((page) => page.hangUp()))
  })

  test('is not counted when it is closed while it opens', async () => {
    const ada = await buildMember(app)
    const { commit } = await openTransaction(app, 'lock table mailboxes')
    const { hostname, port } = new URL(app.url)
    const lines = Array.from({ length: 5 }, () => connect(Number(port), hostname))
    for (const line of lines)
      line.write(`GET /api/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n\r\n`)
    await untilWaiting(app, lines.length)
    const gone = lines.map((line) => new Promise((resolve) => line.once('close', resolve)))
    for (const line of lines) line.destroy()
    await Promise.all(gone)
    // This ensures that the server has noticed before the test continues.
    await app.call('GET', '/health')
    await commit()
    const pages = await Promise.all(Array.from({ length: 20 }, () => open(ada)))
    expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })

  test('has the usual headers, uncompressed and uncached', async () => {
    const ada = await buildMember(app)
    const page = await listen(app, ada, { headers: { 'accept-encoding': 'br, gzip' } })
    onTestFinished(page.hangUp)
    expect(page.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(page.headers['content-encoding']).toBeUndefined()
  })

  test('returns only headers to HEAD', async () => {
    const { token } = await buildMember(app)
    const answer = await fetch(`${app.url}/api/live`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(await answer.text()).toBe('')
  })

  test('sends heartbeats that are spread over the streams', async () => {
    const members = [...(await two()), await buildMember(app)]
    const pages = await Promise.all(members.flatMap((one) => Array.from({ length: 17 }, () => open(one))))
    const beats = () => pages.flatMap(({ events }) => events.slice(1).filter(({ event }) => event === null))
    await expect.poll(() => beats().length).toBeGreaterThanOrEqual(3)
    expect(beats()[0]).toEqual({ id: null, event: null, data: null })
  })

  test('logs one line when it ends', async () => {
    const lines: string[] = []
    const node = await testApp({
      sameDatabaseAs: { url: app.databaseUrl },
      log: (line) => void lines.push(line),
    })
    const [ada, bayo] = await two()
    const logged = () => lines.filter((line) => line.includes('/api/live')).map((line) => JSON.parse(line))
    const left = await open(ada, undefined, node)
    await open(bayo, undefined, node)
    expect(logged()).toEqual([])
    await left.hangUp()
    await expect.poll(logged).toHaveLength(1)
    await node.stop()
    const line = { method: 'GET', path: '/api/live', status: 200, level: 30 }
    expect(logged()).toMatchObject([
      { ...line, memberId: ada.id },
      { ...line, memberId: bayo.id },
    ])
    expect(lines.join('')).not.toContain('"level":50')
  })

  test('is closed before a slow reader fills the memory', async () => {
    const [ada, bayo] = await two()
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.write(`GET /api/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bayo.token}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    let bytes = 0
    // Each event has 2 MB, so that in the end the buffers of the kernel and the server are full.
    const rounds = 12
    for (let round = 0; round < rounds; round += 1) {
      await insertMessages(ada, bayo, { count: 100, body: '🥁'.repeat(5000) })
      app.deps.bus.wake([bayo.id])
    }
    const page = await open(bayo)
    await write(app, ada, bayo)
    await page.untilNamed('message')
    socket.on('data', (chunk) => (bytes += chunk.length)).resume()
    await closed
    expect(bytes).toBeLessThan(rounds * 100 * 20_000)
  })
})

test('no event passes a block', async () => {
  const [ada, bayo] = await two()
  const page = await open(bayo)
  await buildBlock(app, bayo, ada)
  const { token } = ada
  const body = { eventType: 'MESSAGE', message: 'Hello?', userId: bayo.id }
  expectFailure(await app.call('POST', '/messaging/create', { token, body }), 404)
  const { chatId } = await write(app, await buildMember(app), bayo)
  expect(chatIdsOf(await page.untilNamed('message'))).toEqual([chatId])
})
