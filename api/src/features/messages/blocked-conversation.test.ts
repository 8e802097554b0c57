import { describe, expect, test } from 'vitest'
import { memoryBus } from '#api/ports/bus/memory.ts'
import { buildBlock, buildMember, buildMembers, buildToken, type Member } from '#api/test/builders/members.ts'
import { chatIdsOf, openPage } from '#api/test/events.ts'
import { expectFailure } from '#api/test/answer.ts'
import {
  askConversation,
  inbox,
  readAll,
  readOne,
  received,
  send,
  sent,
  conversation,
  unread,
  write,
} from '#api/test/builders/messages.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { recountConversations } from './recount.ts'

/** Two nodes share one database and one bus. */
const bus = memoryBus()
const app = await sharedApp({ bus })
const secondNode = await sharedApp({ sameDatabaseAs: { url: app.databaseUrl }, bus })

const two = () => buildMembers(app, 2)
const block = (by: Member, whom: Member, node = app) =>
  node.call('POST', `/user/block/${whom.id}`, { token: by.token })
const unblock = (by: Member, whom: Member) =>
  app.call('POST', `/user/unblock/${whom.id}`, { token: by.token })
const textsOf = ({ content }: { content: { message: string }[] }) => content.map(({ message }) => message)

/** Each wrote one message before one blocked the other. Nothing has been read yet. */
async function blockedPair() {
  const [blocker, blocked] = await two()
  const fromBlocker = await write(app, blocker, blocked, 'A threat')
  const fromBlocked = await write(app, blocked, blocker, 'Leave me alone')
  app.clock.move(1000)
  expect((await block(blocker, blocked)).status).toBe(200)
  app.clock.move(1000)
  return { blocker, blocked, fromBlocker, fromBlocked }
}

describe('a conversation before a block', () => {
  test('stays readable to both on every node', async () => {
    const { blocker, blocked } = await blockedPair()
    for (const node of [app, secondNode]) {
      for (const [reader, other] of [[blocker, blocked] as const, [blocked, blocker] as const])
        expect(textsOf(await conversation(node, reader, other))).toEqual(['Leave me alone', 'A threat'])
    }
  })

  test('stays in both inboxes and lists, newest first', async () => {
    const { blocker, blocked } = await blockedPair()
    const third = await buildMember(app)
    for (const [reader, other, own, theirs] of [
      [blocker, blocked, 'A threat', 'Leave me alone'],
      [blocked, blocker, 'Leave me alone', 'A threat'],
    ] as const) {
      await write(app, third, reader, 'Hello')
      const rows = await inbox(app, reader)
      expect(rows).toMatchObject({
        content: [{ userId: third.id }, { userId: other.id, username: other.username, unReadChatCount: 1 }],
        totalElements: 2,
      })
      expect(textsOf(await received(app, reader))).toEqual(['Hello', theirs])
      expect(textsOf(await received(app, reader, { userId: other.id, read: false }))).toEqual([theirs])
      expect(textsOf(await sent(app, reader))).toEqual([own])
    }
  })

  test('shows each side what it can still do', async () => {
    const { blocker, blocked } = await blockedPair()
    expect(await conversation(app, blocked, blocker)).toMatchObject({
      member: { username: blocker.username },
      can: { write: false, block: true, unblock: false, report: true },
    })
    expect(await conversation(app, blocker, blocked)).toMatchObject({
      member: { username: blocked.username },
      can: { write: false, block: false, unblock: true, report: true },
    })
    await block(blocked, blocker)
    for (const [reader, other] of [[blocker, blocked] as const, [blocked, blocker] as const])
      expect((await conversation(app, reader, other)).can).toEqual({
        write: false,
        block: false,
        unblock: true,
        report: true,
      })
  })

  test('is a 404 to the blocked member if nothing was written', async () => {
    const [blocker, blocked] = await two()
    await buildBlock(app, blocker, blocked)
    expectFailure(await askConversation(app, blocked, blocker), 404, 'NOT_FOUND')
    expect((await conversation(app, blocker, blocked)).content).toEqual([])
  })

  test('is a 404 for messages of the blocked, a 403 for those of the blocker', async () => {
    const { blocker, blocked } = await blockedPair()
    for (const node of [app, secondNode]) {
      expectFailure(await send(node, blocked, blocker), 404, 'NOT_FOUND')
      expectFailure(await send(node, blocker, blocked), 403, 'BLOCKED')
    }
    expect((await conversation(app, blocked, blocker)).content).toHaveLength(2)
  })

  test('continues after the block has ended', async () => {
    const { blocker, blocked } = await blockedPair()
    await unblock(blocker, blocked)
    expect((await conversation(app, blocked, blocker)).can).toMatchObject({ write: true })
    await write(app, blocked, blocker, 'Peace')
    expect((await conversation(app, blocker, blocked)).content).toHaveLength(3)
  })
})

describe('reading after a block', () => {
  test('marks messages that still counted as unread', async () => {
    const { blocker, blocked, fromBlocker, fromBlocked } = await blockedPair()
    expect([await unread(app, blocker), await unread(app, blocked)]).toEqual([1, 1])
    expect((await readOne(app, blocked, fromBlocker.chatId)).body.data).toEqual({
      chatIds: [fromBlocker.chatId],
      senders: 0,
    })
    expect((await readAll(secondNode, blocker, blocked)).body.data).toEqual({
      chatIds: [fromBlocked.chatId],
      senders: 0,
    })
    expect([await unread(app, blocker), await unread(app, blocked)]).toEqual([0, 0])
    expect(await recountConversations(app.deps.db)).toEqual([])
  })

  test('is not shown to the sender, in either direction', async () => {
    const { blocker, blocked } = await blockedPair()
    await readAll(app, blocked, blocker)
    await readAll(app, blocker, blocked)
    for (const [sender, reader] of [[blocker, blocked] as const, [blocked, blocker] as const]) {
      const { content } = await conversation(app, sender, reader)
      expect(content.find(({ senderId }) => senderId === sender.id)?.read).toBe(false)
      expect(content.find(({ senderId }) => senderId === reader.id)?.read).toBe(true)
      expect((await sent(app, sender)).content).toMatchObject([{ read: false }])
    }
    expect((await inbox(app, blocked)).content).toMatchObject([{ isLastOwn: true, isLastRead: false }])
  })

  test('does not hide a reading from before the block', async () => {
    const [blocker, blocked] = await two()
    await write(app, blocked, blocker)
    await readAll(app, blocker, blocked)
    app.clock.move(1000)
    await block(blocker, blocked)
    expect((await conversation(app, blocked, blocker)).content).toMatchObject([{ read: true }])
  })
})

describe('open pages after a block', () => {
  test('keep the badge and get no event', async () => {
    const [blocker, blocked] = await two()
    await write(app, blocker, blocked)
    await write(app, blocked, blocker)
    const [own, other] = [await openPage(app, blocker), await openPage(secondNode, blocked)]
    await block(blocker, blocked)
    expect(await own.untilNamed('block')).toMatchObject([{ data: { userId: blocked.id } }])
    // The next event of the blocked member directly follows the two messages.
    const third = await buildMember(app)
    await write(app, third, blocked)
    expect(await other.untilNamed('message')).toMatchObject([{ id: 3 }])
    expect(other.named('unread').map(({ data }) => data)).toEqual([{ senders: 1 }, { senders: 2 }])
    expect(own.named('unread').map(({ data }) => data)).toEqual([{ senders: 1 }])
  })

  test('get the messages before the block after reconnecting', async () => {
    const { blocker, blocked, fromBlocker, fromBlocked } = await blockedPair()
    for (const [node, reader] of [[app, blocker] as const, [secondNode, blocked] as const]) {
      const stream = await openPage(node, reader, { lastEventId: '0' })
      expect(chatIdsOf(stream.events)).toEqual([fromBlocker.chatId, fromBlocked.chatId])
      expect(stream.named('reset')).toEqual([])
    }
  })

  test('get the readings of their own member only', async () => {
    const { blocker, blocked, fromBlocker } = await blockedPair()
    const phone = { ...blocked, token: await buildToken(app, blocked) }
    const [own, sender] = [await openPage(app, phone), await openPage(secondNode, blocker)]
    await readAll(app, blocked, blocker)
    expect(await own.untilNamed('read')).toMatchObject([
      { data: { chatIds: [fromBlocker.chatId], userId: blocked.id } },
    ])
    const third = await buildMember(app)
    await write(app, third, blocker)
    // The event directly follows the two messages and the block.
    expect(await sender.untilNamed('message')).toMatchObject([{ id: 4 }])
    expect(sender.named('read')).toEqual([])
  })
})

describe('sending while blocking', () => {
  test('either stores the message or answers 404, across two nodes', async () => {
    for (let round = 0; round < 12; round += 1) {
      const [blocker, blocked] = await two()
      await write(app, blocked, blocker, 'Before')
      const [answer, blocking] = await Promise.all([
        send(app, blocked, blocker, { message: 'At the same moment' }),
        block(blocker, blocked, secondNode),
      ])
      expect(blocking.status).toBe(200)
      if (answer.status !== 200) expectFailure(answer, 404, 'NOT_FOUND')
      const texts = answer.status === 200 ? ['At the same moment', 'Before'] : ['Before']
      for (const [reader, other] of [[blocker, blocked] as const, [blocked, blocker] as const]) {
        expect(textsOf(await conversation(secondNode, reader, other))).toEqual(texts)
        expect((await inbox(app, reader)).content).toMatchObject([{ lastMessage: texts[0] }])
        const events = (await openPage(app, reader, { lastEventId: '0' })).named('message')
        expect(events).toHaveLength(texts.length)
      }
      expect((await received(app, blocker, { read: false })).totalElements).toBe(texts.length)
    }
    expect(await recountConversations(app.deps.db)).toEqual([])
  })
})
