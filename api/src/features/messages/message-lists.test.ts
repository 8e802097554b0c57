import { describe, expect, test } from 'vitest'
import { transact } from '#api/db/db.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { buildMember, buildMembers, updateMember, type Member } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import {
  askConversation,
  inbox,
  readAll,
  readOne,
  received,
  sent,
  conversation,
  write,
} from '#api/test/builders/messages.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

async function three(): Promise<[Member, Member, Member]> {
  return await buildMembers(app, 3)
}

const automated = ({ id }: Member, text: string) =>
  transact(app.deps.db, (tx) => sendSystemMessage(app.deps, tx, id, text))

const system = { id: 0 }
const wordsOf = ({ content }: { content: { message: string }[] }) => content.map(({ message }) => message)

describe('lists of received and sent messages', () => {
  test('are filtered by the other side and by whether they were read', async () => {
    const [me, ada, bayo] = await three()
    await automated(me, 'Welcome!')
    const first = await write(app, ada, me, 'a1')
    for (const [by, text] of [[bayo, 'b1'] as const, [ada, 'a2'] as const, [bayo, 'b2'] as const])
      await write(app, by, me, text)
    await write(app, me, ada, 'to ada')
    await write(app, me, bayo, 'to bayo')
    await readOne(app, me, first.chatId)
    expect(wordsOf(await received(app, me))).toEqual(['b2', 'a2', 'b1', 'a1', 'Welcome!'])
    expect(wordsOf(await received(app, me, { userId: ada.id }))).toEqual(['a2', 'a1'])
    expect(wordsOf(await received(app, me, { userId: 0 }))).toEqual(['Welcome!'])
    expect(wordsOf(await received(app, me, { read: true }))).toEqual(['a1'])
    expect(wordsOf(await received(app, me, { read: false }))).toEqual(['b2', 'a2', 'b1', 'Welcome!'])
    expect(wordsOf(await received(app, me, { read: false, userId: ada.id }))).toEqual(['a2'])
    expect(wordsOf(await sent(app, me))).toEqual(['to bayo', 'to ada'])
    expect(wordsOf(await sent(app, me, { userId: ada.id }))).toEqual(['to ada'])
    expect(wordsOf(await sent(app, me, { userId: 0 }))).toEqual([])
    expect(await received(app, me, { page: 1, size: 2 })).toMatchObject({
      content: [{ message: 'b1' }, { message: 'a1' }],
      last: false,
      number: 1,
      totalElements: 5,
      totalPages: 3,
    })
    const counts = (await received(app, me)).content.map(({ unReadChatCount }) => unReadChatCount)
    expect(counts).toEqual([2, 1, 2, 1, 1])
  })

  test('show an automated message without a sender', async () => {
    const me = await buildMember(app)
    await automated(me, 'Your item was approved.')
    expect((await received(app, me)).content).toEqual([
      {
        chatId: expect.any(Number),
        message: 'Your item was approved.',
        createdBy: 'anonymousUser',
        senderId: 0,
        receiverId: me.id,
        senderUsername: 'anonymousUser',
        senderProfileImage: null,
        unReadChatCount: 1,
        read: false,
        createdDate: expect.any(String),
        mentions: [],
        item: null,
        media: [],
        offer: null,
        deleted: false,
      },
    ])
  })
})

describe('the inbox', () => {
  test('lists one row per conversation, the latest first', async () => {
    const [me, ada, bayo] = await three()
    await automated(me, 'Welcome!')
    await write(app, ada, me, 'a1')
    await write(app, bayo, me, 'b1')
    const last = await write(app, me, ada, 'to ada')
    expect((await inbox(app, me)).content).toEqual([
      {
        userId: ada.id,
        username: ada.username,
        firstname: ada.firstname,
        lastname: ada.lastname,
        profileImage: null,
        lastChatId: expect.any(Number),
        lastMessage: 'to ada',
        lastMedia: null,
        isLastDeleted: false,
        isLastOwn: true,
        isLastRead: false,
        unReadChatCount: 1,
        createdDate: last.createdDate,
      },
      expect.objectContaining({ userId: bayo.id, lastMessage: 'b1', isLastOwn: false, unReadChatCount: 1 }),
      expect.objectContaining({
        userId: 0,
        username: 'anonymousUser',
        lastChatId: expect.any(Number),
        lastMessage: 'Welcome!',
        unReadChatCount: 1,
      }),
    ])
    await readAll(app, ada, me)
    const [first] = (await inbox(app, me)).content
    expect(first).toMatchObject({ userId: ada.id, isLastRead: true })
    expect((await inbox(app, ada)).content).toMatchObject([
      { userId: me.id, lastMessage: 'to ada', isLastOwn: false, isLastRead: true, unReadChatCount: 0 },
    ])
  })

  test('is read page by page', async () => {
    const me = await buildMember(app)
    const others = await buildMembers(app, 5)
    for (const other of others) await write(app, other, me)
    const ids = others.map(({ id }) => id).toReversed()
    const pages = [0, 1, 2].map((page) => inbox(app, me, { page, size: 2 }))
    const found = await Promise.all(pages)
    expect(found.flatMap(({ content }) => content.map(({ userId }) => userId))).toEqual(ids)
    expect(found.map(({ last, totalElements }) => [last, totalElements])).toEqual([
      [false, 5],
      [false, 5],
      [true, 5],
    ])
  })

  test('shows a conversation with a banned member as readable only', async () => {
    const [me, ada] = await three()
    await write(app, ada, me, 'Send money')
    await updateMember(app, ada, { banned_at: app.clock.now() })
    expect((await inbox(app, me)).content).toMatchObject([{ userId: ada.id, lastMessage: 'Send money' }])
    const { content, can } = await conversation(app, me, ada)
    expect(content).toHaveLength(1)
    expect(can).toEqual({ write: false, block: false, unblock: false, report: false })
  })
})

describe('reading a conversation', () => {
  test('returns older pages without gaps while both continue to write', async () => {
    const [me, ada] = await three()
    const before = []
    for (let turn = 0; turn < 12; turn += 1)
      before.push((await write(app, turn % 3 ? ada : me, turn % 3 ? me : ada)).chatId)
    const seen: number[] = []
    let cursor: number | null | undefined
    do {
      const page = await conversation(app, me, ada, { size: 5, ...(cursor ? { cursor } : {}) })
      seen.push(...page.content.map(({ chatId }) => chatId))
      expect(page).toMatchObject({ totalElements: null, totalPages: null, last: page.nextCursor === null })
      cursor = page.nextCursor
      await Promise.all([write(app, me, ada), write(app, ada, me)])
    } while (cursor !== null)
    expect(seen).toEqual(before.toReversed())
  })

  test('returns exactly one last page and nothing beyond it', async () => {
    const [me, ada] = await three()
    const first = await write(app, me, ada)
    await write(app, ada, me)
    expect(await conversation(app, me, ada, { size: 2 })).toMatchObject({ last: true, nextCursor: null })
    const beyond = await conversation(app, me, ada, { cursor: first.chatId })
    expect(beyond).toMatchObject({ content: [], last: true, nextCursor: null })
  })

  test('shows that automated messages can be neither answered nor blocked', async () => {
    const [me, ada] = await three()
    for (const text of ['Welcome!', 'You are now a moderator.']) await automated(me, text)
    await automated(ada, 'For ada')
    const page = await conversation(app, me, system)
    expect(wordsOf(page)).toEqual(['You are now a moderator.', 'Welcome!'])
    expect(page).toMatchObject({
      member: null,
      can: { write: false, block: false, unblock: false, report: false },
    })
    expect(wordsOf(await conversation(app, me, system, { size: 1 }))).toEqual(['You are now a moderator.'])
  })

  test('returns nothing for a new partner, and 404 for unknown ones or oneself', async () => {
    const [me, ada] = await three()
    const admin = await buildMember(app, { role: 'ADMIN' })
    const unverified = await buildMember(app, { verified_at: null })
    expect(await conversation(app, me, ada)).toMatchObject({
      content: [],
      member: {
        username: ada.username,
        firstname: ada.firstname,
        lastname: ada.lastname,
        profileImage: null,
      },
      can: { write: true, block: true, unblock: false, report: true },
    })
    expect((await conversation(app, me, admin)).can).toEqual({
      write: true,
      block: false,
      unblock: false,
      report: true,
    })
    for (const nobody of [me, unverified, { id: Number.MAX_SAFE_INTEGER }])
      expectFailure(await askConversation(app, me, nobody), 404, 'NOT_FOUND')
  })
})

describe('a third member', () => {
  test('can neither read, mark nor find anything, not even as staff', async () => {
    const [one, other, third] = await three()
    const { chatId } = await write(app, one, other, 'Between us')
    const admin = await buildMember(app, { role: 'SUPERADMIN' })
    for (const outsider of [third, admin]) {
      for (const side of [one, other]) {
        expect((await conversation(app, outsider, side)).content).toEqual([])
        expect((await received(app, outsider, { userId: side.id })).content).toEqual([])
        expect((await sent(app, outsider, { userId: side.id })).content).toEqual([])
        expect((await readAll(app, outsider, side)).body.data).toEqual({ chatIds: [], senders: 0 })
      }
      expect(await conversation(app, outsider, one, { cursor: chatId + 1 })).toMatchObject({ content: [] })
      expect((await inbox(app, outsider)).content).toEqual([])
      const known = await readOne(app, outsider, chatId)
      const unknown = await readOne(app, outsider, Number.MAX_SAFE_INTEGER)
      expect(expectFailure(known, 404, 'NOT_FOUND')).toEqual(expectFailure(unknown, 404, 'NOT_FOUND'))
    }
    expect((await conversation(app, one, other)).content).toMatchObject([{ chatId, read: false }])
  })
})
