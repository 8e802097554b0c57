import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, buildPost, groupIdOf, type Member } from '#api/test/builders/members.ts'
import { write } from '#api/test/builders/messages.ts'
import { expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

// This runs before the first connection is made, because each connection keeps the function that it finds then.
const sent = vi.spyOn(pg.Client.prototype, 'query')

// Sessions are cached for longer than in production, so that only the first call of a test reads a session.
const app = await sharedApp({ remembersSessions: 60_000 })
const author = await buildMember(app)

type Write = { method?: 'POST' | 'PATCH'; path: string; body?: unknown }

/** Each entry prepares what it needs and returns a call that writes something new. */
const writes: Record<string, (writer: Member) => Promise<Write>> = {
  'a comment': async () => ({
    path: `/post/comments/${(await buildPost(app, author)).id}/create`,
    body: { comments: 'Well said' },
  }),
  'a reply with a mention': async (writer) => {
    const { id } = await buildPost(app, author)
    const path = `/post/comments/${id}/create`
    const comments = `@${author.username} well said`
    const top = await app.call('POST', path, { token: writer.token, body: { comments } })
    return { path, body: { comments, parentId: Number(top.body.data?.id) } }
  },
  'a like of a comment': async (writer) => {
    const path = `/post/comments/${(await buildPost(app, author)).id}/create`
    const top = await app.call('POST', path, { token: writer.token, body: { comments: 'Well said' } })
    return { path: `/post/comments/like/${Number(top.body.data?.id)}`, body: { liked: true } }
  },
  'a like': async () => ({ path: `/post/like/${(await buildPost(app, author)).id}` }),
  'a message': async (writer) => {
    await write(app, writer, author)
    return { path: '/messaging/create', body: { eventType: 'MESSAGE', message: 'Again', userId: author.id } }
  },
  'a follow': async () => ({ path: `/user/follow/${author.id}` }),
  'joining a group': async () => ({ path: `/groups/join/${await groupIdOf(app, 'tiv')}` }),
  'a line in the cart': async () => ({
    path: '/cart/add',
    body: { itemId: (await buildItem(app, author)).id, count: 1 },
  }),
  'a read mark': async (writer) => ({
    method: 'PATCH',
    path: `/messaging/read/${(await write(app, author, writer)).chatId}`,
  }),
}

/** Counts the statements sent, without the beginning and the end of a transaction. */
function statements(): number {
  const texts = sent.mock.calls.map(([query]: unknown[]) => textOf(query))
  return texts.filter((text) => !/^(begin|commit)/i.test(text)).length
}

const textOf = (query: unknown) =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query)

async function statementsOf(name: string, headers: Record<string, string> = {}): Promise<number> {
  const writer = await buildMember(app)
  const { token } = writer
  const { method = 'POST', path, body } = (await writes[name]?.(writer)) ?? { path: '' }
  expectOk(await app.call('GET', `/user/${writer.id}`, { token }))
  sent.mockClear()
  expectOk(await app.call(method, path, { token, body, headers }))
  return statements()
}

test.each(Object.keys(writes))('%s takes one statement, a read mark two', async (name) => {
  expect(await statementsOf(name)).toBe(name === 'a read mark' ? 2 : 1)
})

test.each(['a comment', 'a message'])('%s with an Idempotency-Key takes two statements', async (name) => {
  expect(await statementsOf(name, { 'idempotency-key': randomUUID() })).toBe(2)
})
