import { request, type OutgoingHttpHeaders } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildMember, buildMembers, buildPost, password, type Member } from '#api/test/builders/members.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { write } from '#api/test/builders/messages.ts'
import { ban, suspend } from '#api/test/builders/moderation.ts'
import { buildOrder, ordersOf, stockOf } from '#api/test/builders/orders.ts'
import { formOf } from '#api/test/media/upload.ts'
import { expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { insertRow, readRows } from '#api/test/rows.ts'

type Sent = { method: string; path: string; body: Buffer; headers: OutgoingHttpHeaders }

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })

const json = (method: string, path: string, body: object): Sent => ({
  method,
  path,
  body: Buffer.from(JSON.stringify(body)),
  headers: { 'content-type': 'application/json' },
})

/** Returns a function that counts how often a session was read. */
function countSessionReads() {
  const spy = vi.spyOn(app.deps.db, 'selectFrom')
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.calls.filter(([table]) => String(table) === 'sessions').length
}

/** Sends the beginning of a request, waits until the sender is accepted, runs `meanwhile`, and sends the rest. */
async function sendLate({ token }: Member, sent: Sent, meanwhile: () => Promise<unknown>) {
  const { method, path, body, headers } = sent
  const sessionReads = countSessionReads()
  const call = request(`${app.url}/api${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}`, 'content-length': body.length },
  })
  const answered = new Promise<{ status?: number; text: string }>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', async (answer) => {
      let text = ''
      for await (const chunk of answer) text += String(chunk)
      resolve({ status: answer.statusCode, text })
    })
  })
  call.write(body.subarray(0, 3))
  await expect.poll(sessionReads).toBe(1)
  await meanwhile()
  call.end(body.subarray(3))
  const { status, text } = await answered
  return { status, code: JSON.parse(text).code }
}

async function asForm(): Promise<Sent> {
  const pixel = 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
  const form = new Response(formOf({ file: new Uint8Array(Buffer.from(pixel, 'base64')) }))
  const headers = { 'content-type': form.headers.get('content-type') ?? '' }
  return { method: 'POST', path: '/media/upload', body: Buffer.from(await form.arrayBuffer()), headers }
}

/** The requests, and the rows that would show that they were carried out. */
async function callsOf(member: Member, other: Member): Promise<Record<string, Sent>> {
  const post = await buildPost(app, member)
  const { id: commentId } = await insertRow(app.deps.db, 'comments', {
    post_id: post.id,
    author_id: member.id,
    body: 'Before',
    created_at: app.clock.now(),
  })
  await write(app, other, member)
  const report = { eventType: 'REPORT', reason: 'Rude', reportedUserId: other.id }
  return {
    post: json('PUT', `/post/update/${post.id}`, { caption: 'After' }),
    comment: json('PUT', `/post/comments/update/${commentId}`, { comments: 'After' }),
    profile: json('PUT', `/user/update/${member.id}`, { bio: 'After' }),
    report: json('POST', '/messaging/create', report),
    closure: json('PUT', '/user/close-account', { password }),
    password: json('PUT', '/password/change', {
      oldCipher: password,
      newCipher: `${password}2`,
      confirmNewCipher: `${password}2`,
    }),
    read: json('PATCH', `/messaging/read/with/${other.id}`, { upTo: 2 ** 40 }),
    upload: await asForm(),
  }
}

/** Returns everything that these calls can change. */
async function stateOf({ id }: Member) {
  const { db } = app.deps
  const of = async (table: 'posts' | 'comments') =>
    db.selectFrom(table).selectAll().where('author_id', '=', id).execute()
  return {
    posts: await of('posts'),
    comments: await of('comments'),
    member: await readRows(db, 'members', { id }, ['bio', 'closure_requested_at', 'password_hash']),
    reports: await db.selectFrom('reports').selectAll().where('reporter_id', '=', id).execute(),
    read: await db.selectFrom('messages').select(['id', 'read_at']).where('receiver_id', '=', id).execute(),
    media: await db.selectFrom('media').selectAll().where('owner_id', '=', id).execute(),
  }
}

const names = ['post', 'comment', 'profile', 'report', 'closure', 'password', 'read', 'upload'] as const

describe('rejects a request whose sender is locked out while it arrives', () => {
  test.each(names.map((name, nth) => [name, nth % 2 ? 'ACCOUNT_BANNED' : 'ACCOUNT_SUSPENDED'] as const))(
    '%s: %s',
    async (name, code) => {
      const [member, other] = await buildMembers(app, 2)
      const sent = (await callsOf(member, other))[name]
      if (!sent) throw new Error('No such call.')
      const lockOut = code === 'ACCOUNT_BANNED' ? ban : suspend
      let before = {}
      const answer = await sendLate(member, sent, async () => {
        expectOk(await lockOut(app, admin, member))
        before = await stateOf(member)
      })
      expect(answer).toEqual({ status: 403, code })
      expect(await stateOf(member)).toEqual(before)
    },
  )

  test('accepts the same request of a member who is not locked out', async () => {
    const [member, other] = await buildMembers(app, 2)
    const { post, upload } = await callsOf(member, other)
    for (const sent of [post, upload]) {
      if (!sent) throw new Error('No such call.')
      expectOk(await sendLate(member, sent, async () => {}))
      vi.restoreAllMocks()
    }
  })
})

test('cancels only the unpaid orders of a banned member', async () => {
  const [buyer, seller] = await buildMembers(app, 2)
  const item = await buildItem(app, seller, { stock: 9 })
  const wanted = [{ item, count: 2 }]
  await buildOrder(app, buyer, wanted)
  await buildOrder(app, buyer, wanted, { status: 'PROCESSING' })
  expectOk(await ban(app, admin, buyer))
  await app.runJobs()
  expect((await ordersOf(app, buyer)).map(({ status }) => status)).toEqual(['CANCELED', 'PROCESSING'])
  expect(await stockOf(app, item)).toBe(7)
})
