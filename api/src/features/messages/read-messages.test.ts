import { describe, expect, test } from 'vitest'
import { transact } from '#api/db/db.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { buildMember, buildMembers, buildToken, type Member } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { inbox, readAll, readOne, send, conversation, unread, write } from '#api/test/builders/messages.ts'
import { recountConversations } from './recount.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'

const app = await sharedApp()

const two = () => buildMembers(app, 2)
const eventsOf = async ({ id }: Member, kind: 'message' | 'read') =>
  app.deps.db
    .selectFrom('live_events')
    .select(['message_ids', 'other_id'])
    .where('member_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('number')
    .execute()

describe('marking a message as read', () => {
  test('shows it to both sides and is harmless when repeated', async () => {
    const [ada, bayo] = await two()
    const { chatId } = await write(app, ada, bayo)
    await write(app, ada, bayo)
    const answer = await readOne(app, bayo, chatId)
    expect(answer).toMatchObject({ status: 200, body: { data: { chatIds: [chatId], senders: 1 } } })
    for (const [reader, other] of [[ada, bayo] as const, [bayo, ada] as const]) {
      const reads = (await conversation(app, reader, other)).content.map(({ read }) => read)
      expect(reads).toEqual([false, true])
    }
    const again = await readOne(app, bayo, chatId)
    expect(again).toMatchObject({ status: 200, body: { data: { chatIds: [], senders: 1 } } })
    expect((await inbox(app, bayo)).content[0]?.unReadChatCount).toBe(1)
    expect(await eventsOf(ada, 'read')).toEqual([{ message_ids: [chatId], other_id: bayo.id }])
  })

  test('is rejected for its sender', async () => {
    const [ada, bayo] = await two()
    const { chatId } = await write(app, ada, bayo)
    expect(expectFailure(await readOne(app, ada, chatId), 404, 'NOT_FOUND').message).toBe('No such message.')
    expect((await readAll(app, ada, bayo)).body.data).toEqual({ chatIds: [], senders: 0 })
    expect(await unread(app, bayo)).toBe(1)
  })
})

describe('marking a whole conversation as read', () => {
  test('sends one event to each side', async () => {
    const [ada, bayo] = await two()
    const ids = []
    for (let turn = 0; turn < 3; turn += 1) ids.push((await write(app, ada, bayo)).chatId)
    await write(app, bayo, ada)
    const answer = await readAll(app, bayo, ada)
    expect(answer).toMatchObject({ status: 200, body: { data: { chatIds: ids, senders: 0 } } })
    for (const side of [ada, bayo])
      expect(await eventsOf(side, 'read')).toEqual([{ message_ids: ids, other_id: bayo.id }])
    expect((await readAll(app, bayo, ada)).body.data).toEqual({ chatIds: [], senders: 0 })
    expect(await eventsOf(ada, 'read')).toHaveLength(1)
    expect(await unread(app, ada)).toBe(1)
  })

  test('stops at the message that was on the screen', async () => {
    const [ada, bayo] = await two()
    const first = await write(app, ada, bayo)
    const second = await write(app, ada, bayo)
    const third = await write(app, ada, bayo)
    const { chatId } = second
    const answer = await readAll(app, bayo, ada, { upTo: chatId })
    expect(answer.body.data).toEqual({ chatIds: [first.chatId, chatId], senders: 1 })
    expect((await conversation(app, bayo, ada)).content[0]).toMatchObject({
      chatId: third.chatId,
      read: false,
      unReadChatCount: 1,
    })
  })

  test('includes automated messages', async () => {
    const [ada] = await two()
    for (const text of ['One', 'Two'])
      await transact(app.deps.db, (tx) => sendSystemMessage(app.deps, tx, ada.id, text))
    expect(await unread(app, ada)).toBe(1)
    const { chatIds } = (await readAll(app, ada, { id: 0 })).body.data ?? {}
    expect(chatIds).toHaveLength(2)
    expect(await unread(app, ada)).toBe(0)
    expect(await eventsOf(ada, 'read')).toEqual([{ message_ids: chatIds, other_id: ada.id }])
  })

  test('has nothing to mark for members who never wrote', async () => {
    const [ada, bayo] = await two()
    for (const other of [bayo, ada, { id: Number.MAX_SAFE_INTEGER }])
      expect((await readAll(app, ada, other)).body.data).toEqual({ chatIds: [], senders: 0 })
  })

  test('from two devices counts each message once', async () => {
    const [ada, bayo] = await two()
    const phone = { ...bayo, token: await buildToken(app, bayo) }
    const ids: number[] = []
    for (let turn = 0; turn < 5; turn += 1) ids.push((await write(app, ada, bayo)).chatId)
    const answers = await Promise.all([
      ...ids.map((id) => readOne(app, phone, id)),
      ...Array.from({ length: 5 }, () => readAll(app, bayo, ada)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const received = (await eventsOf(ada, 'read')).flatMap(({ message_ids }) => message_ids)
    expect(received.toSorted((one, other) => one - other)).toEqual(ids)
    expect(await recountConversations(app.deps.db)).toEqual([])
    expect(await unread(app, bayo)).toBe(0)
  })

  test('from two waiting devices leaves the second nothing to mark', async () => {
    const [ada, bayo] = await two()
    const phone = { ...bayo, token: await buildToken(app, bayo) }
    const { chatId } = await write(app, ada, bayo)
    const hold = 'select from members where id = $1 for no key update'
    const answers = await callDuring(app, hold, [bayo.id], () =>
      Promise.all([readAll(app, bayo, ada), readOne(app, phone, chatId)]),
    )
    const marked = answers.map(({ body }) => body.data?.chatIds?.length)
    expect(marked.toSorted()).toEqual([0, 1])
    expect(answers.map(({ body }) => body.data?.senders)).toEqual([0, 0])
    expect(await eventsOf(ada, 'read')).toHaveLength(1)
  })

  test('is rejected for a reader who is being banned', async () => {
    const [ada, bayo] = await two()
    await write(app, ada, bayo)
    const ban = 'update members set banned_at = now() where id = $1'
    const reading = callDuring(app, ban, [bayo.id], () => readAll(app, bayo, ada))
    expectFailure(await reading, 403, 'ACCOUNT_BANNED')
    expect(await eventsOf(ada, 'read')).toEqual([])
  })
})

describe('the unread badge', () => {
  test('counts senders, not messages', async () => {
    const [me, ada] = await two()
    const bayo = await buildMember(app)
    for (const sender of [ada, ada, bayo]) await write(app, sender, me)
    expect(await unread(app, me)).toBe(2)
  })
})

describe('messages in both directions while both read', () => {
  test('are stored once, in order and with exact counts', async () => {
    const [ada, bayo] = await two()
    const texts = Array.from({ length: 30 }, (_, turn) => `Message ${turn}`)
    const answers = await Promise.all([
      ...texts.map((message, turn) => send(app, turn % 2 ? bayo : ada, turn % 2 ? ada : bayo, { message })),
      ...Array.from({ length: 10 }, (_, turn) => readAll(app, turn % 2 ? bayo : ada, turn % 2 ? ada : bayo)),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { content } = await conversation(app, ada, bayo, { size: 100 })
    expect(content.map(({ message }) => message).toSorted()).toEqual(texts.toSorted())
    const inOrder = content.map(({ chatId }) => chatId).toReversed()
    for (const side of [ada, bayo]) {
      const received = (await eventsOf(side, 'message')).flatMap(({ message_ids }) => message_ids)
      expect(received).toEqual(inOrder)
    }
    expect(await recountConversations(app.deps.db)).toEqual([])
    await Promise.all([readAll(app, ada, bayo), readAll(app, bayo, ada)])
    expect([await unread(app, ada), await unread(app, bayo)]).toEqual([0, 0])
    expect(await recountConversations(app.deps.db)).toEqual([])
  })

  test('never deadlock between four members', async () => {
    const ring = [...(await two()), ...(await two())]
    const pairs = ring.flatMap((from) => ring.filter((to) => to !== from).map((to) => ({ from, to })))
    const rounds = Array.from({ length: 5 }, () => pairs).flat()
    const answers = await Promise.all(
      rounds.flatMap(({ from, to }, turn) => [
        send(app, from, to, { message: `Round ${turn}` }),
        readAll(app, to, from),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await recountConversations(app.deps.db)).toEqual([])
    for (const { from, to } of pairs) expect((await conversation(app, from, to)).content).toHaveLength(10)
  })
})
