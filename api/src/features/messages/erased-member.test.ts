import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '#api/db/db.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, buildMembers, updateMember, type Member } from '#api/test/builders/members.ts'
import {
  askConversation,
  inbox,
  send,
  sent,
  sentMessage,
  conversation,
  unread,
  write,
} from '#api/test/builders/messages.ts'
import { buildOffer } from '#api/test/builders/offers.ts'
import { openPage } from '#api/test/events.ts'
import { picture } from '#api/test/media/pictures.ts'
import { upload } from '#api/test/media/upload.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { recountConversations } from './recount.ts'

const app = await sharedApp()
const { db } = app.deps

async function erase(...members: Member[]): Promise<void> {
  for (const member of members) await updateMember(app, member, { closure_requested_at: new Date(0) })
  await eraseClosed.run(app.deps, {})
}

test('keeps what others wrote, with its media, as a conversation with a deleted user', async () => {
  const [ada, gone] = await buildMembers(app, 2)
  const first = await write(app, ada, gone, 'My words')
  const file = await upload(app, ada, { file: await picture('png', 30, 20) })
  const media = [{ url: file.secure_url }]
  const second = dataOf(sentMessage, await send(app, ada, gone, { message: 'Look', media }))
  await write(app, gone, ada, 'Words that go')
  const page = await openPage(app, ada)
  await erase(gone)
  expect((await page.untilNamed('unread', 2)).at(-1)?.data).toEqual({ senders: 0 })
  const names = { username: 'Deleted user', firstname: 'Deleted', lastname: 'user', profileImage: null }
  const row = { userId: gone.id, ...names, lastMessage: 'Look', isLastOwn: true, unReadChatCount: 0 }
  expect((await inbox(app, ada)).content).toMatchObject([row])
  const can = { write: false, block: false, unblock: false, report: false }
  expect(await conversation(app, ada, gone)).toMatchObject({ content: [second, first], member: names, can })
  expect((await sent(app, ada, { userId: gone.id })).content).toMatchObject([second, first])
  expect(await unread(app, ada)).toBe(0)
  expectOk(await app.call('PATCH', `/messaging/read/with/${gone.id}`, { token: ada.token }))
  const exported = await app.call('GET', '/user/export', { token: ada.token })
  expect(exported.body.messages).toMatchObject({
    sent: [
      { to: 'Deleted user', body: 'My words' },
      { to: 'Deleted user', body: 'Look', media: [file.secure_url] },
    ],
    received: [],
  })
  expect(await recountConversations(db)).toEqual([])
})

test('takes nothing new, and one’s own message can still be taken back', async () => {
  const [ada, gone] = await buildMembers(app, 2)
  const { chatId } = await write(app, ada, gone)
  await erase(gone)
  expectFailure(await send(app, ada, gone), 404)
  expectFailure(await app.call('POST', `/user/block/${gone.id}`, { token: ada.token }), 404)
  for (const signal of ['typing', 'presence'])
    expect(
      (await app.call('POST', `/messaging/${signal}/${gone.id}`, { token: ada.token })).status,
    ).toBeLessThan(500)
  const page = await openPage(app, ada)
  for (const _ of [1, 2]) expectOk(await app.call('DELETE', `/messaging/${chatId}`, { token: ada.token }))
  expect(await page.untilNamed('message')).toMatchObject([{ data: { chatId, deleted: true } }])
  expect((await inbox(app, ada)).content).toMatchObject([{ userId: gone.id, isLastDeleted: true }])
  expect(await recountConversations(db)).toEqual([])
})

test('leaves nothing that the erased member wrote or was sent automatically', async () => {
  const [ada, gone] = await buildMembers(app, 2)
  await write(app, gone, ada)
  await write(app, ada, gone)
  await transact(db, (tx) => sendSystemMessage(app.deps, tx, gone.id, 'Welcome'))
  await erase(gone)
  const { rows } = await sql`
    select sender_id from messages where sender_id = ${gone.id} or receiver_id = ${gone.id} and sender_id is null
    union all select owner_id from threads where owner_id = ${gone.id}
    union all select member_id from live_events where member_id = ${gone.id}`.execute(db)
  expect(rows).toEqual([])
})

test('ends a conversation in which only the erased member wrote', async () => {
  const [ada, gone] = await buildMembers(app, 2)
  await write(app, gone, ada)
  await erase(gone)
  expect((await inbox(app, ada)).content).toEqual([])
  expectFailure(await askConversation(app, ada, gone), 404)
})

test('is a conversation of each of two erased members', async () => {
  const [ada, one, other] = await buildMembers(app, 3)
  for (const gone of [one, other]) await write(app, ada, gone, `To ${gone.username}`)
  await erase(one, other)
  const rows = (await inbox(app, ada)).content.map(({ userId, lastMessage }) => [userId, lastMessage])
  expect(rows).toEqual([other, one].map(({ id, username }) => [id, `To ${username}`]))
})

test('keeps the words of an offer to an erased seller', async () => {
  const [buyer, seller] = await buildMembers(app, 2)
  const item = await buildItem(app, seller)
  await buildOffer(app, buyer, seller, { item_id: item.id })
  expect((await conversation(app, buyer, seller)).content[0]?.offer).not.toBeNull()
  await erase(seller)
  expect((await conversation(app, buyer, seller)).content).toMatchObject([
    { message: 'I offer less.', offer: null, item: null },
  ])
})

test('a message during the erasure is kept or rejected, and the counts stay right', async () => {
  const gone = await buildMember(app, { closure_requested_at: new Date(0) })
  const writers = await buildMembers(app, 6)
  const answers = await callDuring(
    app,
    'select from members where id = $1 for update',
    [gone.id],
    async () => {
      const sending = writers.map((writer) => send(app, writer, gone))
      const [sentAnswers] = await Promise.all([Promise.all(sending), eraseClosed.run(app.deps, {})])
      return sentAnswers
    },
  )
  for (const [place, writer] of writers.entries()) {
    const { status } = answers[place] ?? { status: 500 }
    expect([200, 404]).toContain(status)
    expect((await inbox(app, writer)).content).toHaveLength(status === 200 ? 1 : 0)
  }
  expect(await recountConversations(db)).toEqual([])
})
