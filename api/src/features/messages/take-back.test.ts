import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/messages'
import { buildItem } from '#api/test/builders/market.ts'
import { buildBlock, buildMember, buildMembers, type Member } from '#api/test/builders/members.ts'
import {
  inbox,
  readAll,
  readOne,
  received,
  send,
  sentMessage,
  conversation,
  unread,
  write,
} from '#api/test/builders/messages.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { listen } from '#api/test/events.ts'
import { mp3Audio } from '#api/test/media/audio.ts'
import { upload } from '#api/test/media/upload.ts'
import { reportThing } from '#api/test/builders/moderation.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { recountConversations } from './recount.ts'
import { readRow } from '#api/test/rows.ts'

const app = await sharedApp()

const two = () => buildMembers(app, 2)
const takeBack = (by: Member, chatId: number) =>
  app.call('DELETE', `/messaging/${chatId}`, { token: by.token })
const isStored = (url: string) => existsSync(join(app.folder, url.slice(1)))

async function voiceNote(from: Member, to: Member) {
  const { secure_url: url } = await upload(app, from, { file: mp3Audio() })
  return { url, ...dataOf(sentMessage, await send(app, from, to, { message: 'Listen', media: [{ url }] })) }
}

describe('taking back a message', () => {
  test('removes text, item and media for both and marks it as read', async () => {
    const [ada, bayo] = await two()
    const { id: itemId } = await buildItem(app, ada)
    const { secure_url: url } = await upload(app, ada, { file: mp3Audio() })
    const sent = dataOf(sentMessage, await send(app, ada, bayo, { itemId, media: [{ url }] }))
    const reply = dataOf(api.takeBackMessage, await takeBack(ada, sent.chatId))
    const cleared = { ...sent, message: '', media: [], item: null, deleted: true, read: true }
    expect(reply).toEqual(cleared)
    for (const [reader, other] of [[ada, bayo] as const, [bayo, ada] as const])
      expect((await conversation(app, reader, other)).content).toEqual([cleared])
    expect(await unread(app, bayo)).toBe(0)
    expect((await inbox(app, bayo)).content).toMatchObject([
      { lastMessage: '', lastMedia: null, isLastDeleted: true, unReadChatCount: 0 },
    ])
    expect((await received(app, bayo, { read: false })).content).toEqual([])
    await app.runJobs()
    expect(isStored(url)).toBe(false)
    const stored = await app.deps.db.selectFrom('media').where('url', '=', url).select('id').execute()
    expect(stored).toEqual([])
    expect(await recountConversations(app.deps.db)).toEqual([])
  })

  test('works within an hour and is harmless when repeated', async () => {
    const [ada, bayo] = await two()
    const [early, late] = [await write(app, ada, bayo), await write(app, ada, bayo)]
    app.clock.move(59 * 60_000)
    const first = await takeBack(ada, early.chatId)
    expectOk(first)
    app.clock.move(2 * 60_000)
    expectFailure(await takeBack(ada, late.chatId), 409, 'TOO_LATE')
    expect((await takeBack(ada, early.chatId)).body).toEqual(first.body)
    expect((await conversation(app, bayo, ada)).content.map(({ deleted }) => deleted)).toEqual([false, true])
    expect(await unread(app, bayo)).toBe(1)
  })

  test('is rejected for its receiver and for others', async () => {
    const [ada, bayo] = await two()
    const { chatId } = await write(app, ada, bayo)
    for (const other of [bayo, await buildMember(app)]) expectFailure(await takeBack(other, chatId), 404)
    expectFailure(await takeBack(ada, chatId + 1000), 404)
  })

  test('works across a block', async () => {
    const [ada, bayo] = await two()
    const { chatId } = await write(app, ada, bayo)
    await buildBlock(app, bayo, ada)
    expectOk(await takeBack(ada, chatId))
    expect((await conversation(app, bayo, ada)).content[0]?.deleted).toBe(true)
  })

  test('sends one event to each side and updates the badge', async () => {
    const [ada, bayo] = await two()
    const { chatId } = await write(app, ada, bayo)
    const pages = [await listen(app, ada), await listen(app, bayo)]
    for (const page of pages) await page.untilNamed('unread')
    await takeBack(ada, chatId)
    await takeBack(ada, chatId)
    await write(app, ada, bayo)
    for (const page of pages) {
      const events = (await page.untilNamed('message', 2)).map(({ data }) => api.Message.parse(data))
      expect(events.map(({ deleted }) => deleted)).toEqual([true, false])
      expect(page.named('read')).toEqual([])
      await page.hangUp()
    }
    expect(pages[1]?.named('unread').map(({ data }) => data)).toEqual([
      { senders: 1 },
      { senders: 0 },
      { senders: 1 },
    ])
  })

  test('counts once when repeated 20 times at once', async () => {
    const [ada, bayo] = await two()
    await write(app, ada, bayo)
    const { chatId } = await write(app, ada, bayo)
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeBack(ada, chatId)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await inbox(app, bayo)).content[0]?.unReadChatCount).toBe(1)
    expect(await recountConversations(app.deps.db)).toEqual([])
  })

  test('keeps a file that another message shows', async () => {
    const [ada, bayo] = await two()
    const { url, chatId } = await voiceNote(ada, bayo)
    expectOk(await send(app, ada, bayo, { media: [{ url }] }))
    expectOk(await takeBack(ada, chatId))
    await app.runJobs()
    expect(isStored(url)).toBe(true)
  })
})

describe('taking back a message while it is read', () => {
  test('waits and counts the message once', async () => {
    const [ada, bayo] = await two()
    const { chatId } = await write(app, ada, bayo)
    const read = 'update messages set read_at = now() where id = $1'
    expectOk(await callDuring(app, read, [chatId], () => takeBack(ada, chatId)))
    expect(await unread(app, bayo)).toBe(0)
    expect(await recountConversations(app.deps.db)).toEqual([])
  })

  test('leaves exact counts for many at once', async () => {
    const [ada, bayo] = await two()
    const sent = await Promise.all(Array.from({ length: 12 }, () => write(app, ada, bayo)))
    const answers = await Promise.all(
      sent.flatMap(({ chatId }, at) => [
        takeBack(ada, chatId),
        at % 3 === 0 ? readAll(app, bayo, ada) : readOne(app, bayo, chatId),
      ]),
    )
    for (const answer of answers) expectOk(answer)
    expect(await unread(app, bayo)).toBe(0)
    expect(await recountConversations(app.deps.db)).toEqual([])
  })
})

describe('reporting a message', () => {
  test('keeps the snapshot and files when the message is taken back', async () => {
    const [ada, bayo] = await two()
    const { url, chatId } = await voiceNote(ada, bayo)
    expectOk(await reportThing(app, bayo, { chatId }))
    expectOk(await takeBack(ada, chatId))
    await app.runJobs()
    const { snapshot } = await readRow(app.deps.db, 'reports', { target_id: chatId, target_type: 'chat' }, [
      'snapshot',
    ])
    expect(snapshot).toMatchObject({ text: 'Listen', media: [{ url, alt: null }] })
    expect(isStored(url)).toBe(true)
  })

  test('is rejected after it was taken back', async () => {
    const [ada, bayo] = await two()
    const { chatId } = await write(app, ada, bayo)
    await takeBack(ada, chatId)
    expectFailure(await reportThing(app, bayo, { chatId }), 404)
  })
})
