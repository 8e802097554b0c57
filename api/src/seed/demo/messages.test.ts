import { login } from '@rootsquare/contract/accounts'
import { expect, test } from 'vitest'
import { dataOf } from '#api/test/answer.ts'
import { inbox, thread, unread } from '#api/test/builders/messages.ts'
import { recountThreads } from '#api/features/messages/recount.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { demoPassword, insertDemo } from './demo.ts'

const app = await sharedApp()
await insertDemo(app.deps)

async function logIn(username: string) {
  const answer = await app.call('POST', '/login', { body: { username, userSecret: demoPassword } })
  return { token: dataOf(login, answer).access_token }
}

test('the first member has conversations, some of them unread, and the welcome', async () => {
  const ada = await logIn('adaeze.n')
  const { content } = await inbox(app, ada)
  expect(content.map(({ username, unReadChatCount }) => [username, unReadChatCount])).toEqual([
    ['bose.akande', 1],
    ['ekaette.u', 2],
    ['danjuma.g', 0],
    ['anonymousUser', 1],
  ])
  expect(await unread(app, ada)).toBe(3)
  const automated = await thread(app, ada, { id: 0 })
  expect(automated.content.map(({ message, read }) => [message, read])).toEqual([
    [expect.stringMatching(/^Your change of Diet in Igbo was accepted/), false],
    [expect.stringMatching(/^Welcome to Rootsquare!/), true],
  ])
  const [bose] = content
  const question = (await thread(app, ada, { id: bose?.userId ?? 0 })).content.at(-1)
  expect(question?.item).toMatchObject({ name: 'Adire indigo cloth, 5 yards' })
})

test('the moderator has conversations too, with an unread line', async () => {
  const { content } = await inbox(app, await logIn('bose.akande'))
  const rows = content.map((row) => [row.username, row.unReadChatCount, row.isLastOwn && !row.isLastRead])
  expect(rows).toEqual([
    ['adaeze.n', 0, true],
    ['ibinabo.b', 1, false],
    ['oyiza.s', 0, true],
    ['tunde.adeleye', 0, false],
    ['anonymousUser', 0, false],
  ])
})

test('every member has a welcome, and the ids of messages follow time', async () => {
  const { db } = app.deps
  const messages = await db.selectFrom('messages').selectAll().orderBy('id').execute()
  expect(messages.filter(({ body }) => body.startsWith('Welcome'))).toHaveLength(20)
  const between = messages.filter(({ sender_id }) => sender_id !== null)
  for (const some of [messages.filter(({ sender_id }) => sender_id === null), between]) {
    const times = some.map(({ created_at }) => created_at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
  const now = app.clock.now()
  expect(
    messages.filter(({ created_at, read_at }) => created_at >= now || (read_at ?? created_at) >= now),
  ).toEqual([])
  expect(await recountThreads(app.deps.db)).toEqual([])
  expect(await db.selectFrom('live_events').selectAll().execute()).toEqual([])
})
