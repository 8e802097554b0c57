import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSession } from '#api/features/accounts/sessions/sessions.ts'
import { memoryBus } from '#api/ports/bus/memory.ts'
import { freshMilliseconds, knownSessions } from '#api/ports/sessions/memory.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, buildPost, password, type Member } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { newAddress } from '#api/test/builders/orders.ts'
import { readAll, send, write } from '#api/test/builders/messages.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

// Cached sessions live longer here than in production, so that no test passes only because one has expired.
const longMs = 60_000

const app = await sharedApp({ remembersSessions: longMs })

const readProfile = ({ id, token }: Member) => app.call('GET', `/user/${id}`, { token })

async function buildCachedMember(): Promise<Member> {
  const member = await buildMember(app)
  expect((await readProfile(member)).status).toBe(200)
  return member
}

test('the cache time is well below one second', () => {
  expect(freshMilliseconds).toBeLessThanOrEqual(500)
})

test('a session is read once and then cached until it expires', async () => {
  const member = await buildCachedMember()
  await app.deps.db.deleteFrom('sessions').where('member_id', '=', member.id).execute()
  expect((await readProfile(member)).status).toBe(200)
  app.deps.bus.wake([member.id])
  expectFailure(await readProfile(member), 401)
})

test('log-out, suspension and ban take effect at the next call', async () => {
  const staff = await buildMember(app, { role: 'ADMIN' })
  const [left, suspended, banned] = [
    await buildCachedMember(),
    await buildCachedMember(),
    await buildCachedMember(),
  ]
  await app.call('POST', '/logout', { token: left.token })
  expectFailure(await readProfile(left), 401)
  const at = (path: string) => app.call('POST', `/user/admin/${path}`, { token: staff.token })
  await at(`suspend-user?days=1&reasonForSuspension=rude&userId=${suspended.id}`)
  expectFailure(await readProfile(suspended), 403, 'ACCOUNT_SUSPENDED')
  await at(`unsuspend-user?reasonForUnSuspending=sorry&userId=${suspended.id}`)
  expect((await readProfile(suspended)).status).toBe(200)
  await at(`ban-user?reasonForBan=spam&userId=${banned.id}`)
  expectFailure(await readProfile(banned), 403, 'ACCOUNT_BANNED')
})

test('a session deleted in the database writes nothing, cached or not', async () => {
  const [member, other] = [await buildCachedMember(), await buildCachedMember()]
  await app.deps.db.deleteFrom('sessions').where('member_id', '=', member.id).execute()
  const { token } = member
  const newMessage = { eventType: 'MESSAGE', message: 'Still here?', userId: other.id }
  const report = { eventType: 'REPORT', reason: 'Rude', reportedUserId: other.id }
  for (const body of [newMessage, report])
    for (const headers of [undefined, { 'idempotency-key': randomUUID() }])
      expectFailure(
        await app.call('POST', '/messaging/create', { token, body, headers }),
        401,
        'SESSION_ENDED',
      )
  const { db } = app.deps
  const written = db.selectFrom('messages').where('sender_id', '=', member.id).select('id')
  const reported = db.selectFrom('reports').where('reporter_id', '=', member.id).select('id')
  expect(await written.unionAll(reported).execute()).toEqual([])
})

test('a session deleted in the database writes no comment and no like', async () => {
  const member = await buildCachedMember()
  const { id } = await buildPost(app, await buildMember(app))
  await app.deps.db.deleteFrom('sessions').where('member_id', '=', member.id).execute()
  const { token } = member
  for (const headers of [undefined, { 'idempotency-key': randomUUID() }]) {
    const comment = { token, headers, body: { comments: 'Still here?' } }
    expectFailure(await app.call('POST', `/post/comments/${id}/create`, comment), 401, 'SESSION_ENDED')
    expectFailure(await app.call('POST', `/post/like/${id}`, { token, headers }), 401, 'SESSION_ENDED')
  }
  const post = app.deps.db.selectFrom('posts').select(['likes_count', 'comments_count']).where('id', '=', id)
  expect(await post.executeTakeFirst()).toEqual({ likes_count: 0, comments_count: 0 })
})

test('no call that checks its session in the handler trusts the cache', async () => {
  const other = await buildCachedMember()
  const item = await buildItem(app, other)
  const paths: Record<string, string> = {
    ':id': String(other.id),
    ':userId': String(other.id),
    ':chatId': '1',
  }
  const body = {
    eventType: 'MESSAGE',
    message: 'Hello',
    userId: other.id,
    comments: 'Hello',
    itemId: item.id,
    count: 1,
    liked: true,
    phoneNumber: '08031234567',
    useBillingAddressForShipping: true,
    billingAddress: newAddress,
    transactionRef: 'RS-1',
    callbackUrl: 'http://localhost:3000/my-order/RS-1',
  }
  const checking = app.served.filter(({ checksSession }) => checksSession)
  expect(checking.length).toBeGreaterThan(8)
  for (const { method, path } of checking) {
    // The first call of an ended session removes it from the cache.
    const member = await buildCachedMember()
    await app.deps.db.deleteFrom('sessions').where('member_id', '=', member.id).execute()
    const filled = path.replaceAll(/:\w+/g, (name) => paths[name] ?? '1')
    const answer = await app.call(method, filled, {
      token: member.token,
      ...(method !== 'DELETE' && method !== 'GET' && { body }),
    })
    expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'SESSION_ENDED'])
  }
})

test('an Idempotency-Key of an ended session works with the next session', async () => {
  const [member, other] = [await buildCachedMember(), await buildCachedMember()]
  const body = { eventType: 'MESSAGE', message: 'Once', userId: other.id }
  const say = (token: string, key: string) =>
    app.call('POST', '/messaging/create', { token, body, headers: { 'idempotency-key': key } })
  const [first, second] = [randomUUID(), randomUUID()]
  expect((await say(member.token, first)).status).toBe(200)
  await app.deps.db.deleteFrom('sessions').where('member_id', '=', member.id).execute()
  for (const key of [first, second]) expectFailure(await say(member.token, key), 401, 'SESSION_ENDED')
  const { access_token } = await startSession(app.deps, app.deps.db, member)
  for (const key of [first, second, first, second]) expect((await say(access_token, key)).status).toBe(200)
  const written = app.deps.db.selectFrom('messages').where('sender_id', '=', member.id).select('id')
  expect(await written.execute()).toHaveLength(2)
})

test('a cached session never denies access without reading the database', async () => {
  const own = await temporaryApp({ remembersSessions: 1 })
  const [member, other] = [await buildMember(own), await buildMember(own)]
  const lock = (suspended_until: Date | null) =>
    own.deps.db.updateTable('members').set({ suspended_until }).where('id', '=', member.id).execute()
  await lock(new Date(own.clock.now().getTime() + 60_000))
  expectFailure(await send(own, member, other), 403, 'ACCOUNT_SUSPENDED')
  await lock(null)
  await expect.poll(async () => (await send(own, member, other)).status).toBe(200)
  await lock(new Date(own.clock.now().getTime() + 60_000))
  expectFailure(await send(own, member, other), 403, 'ACCOUNT_SUSPENDED')
})

test('sending and reading messages leaves the cache as it is', async () => {
  const [member, other] = [await buildCachedMember(), await buildCachedMember()]
  await write(app, member, other)
  await readAll(app, other, member)
  await app.deps.db.deleteFrom('sessions').execute()
  for (const one of [member, other]) expect((await readProfile(one)).status).toBe(200)
})

test('a new password removes the old sessions from the cache', async () => {
  const member = await buildCachedMember()
  const body = { oldCipher: password, newCipher: 'Rootsquare#2027', confirmNewCipher: 'Rootsquare#2027' }
  expect((await app.call('PUT', '/password/change', { token: member.token, body })).status).toBe(200)
  expectFailure(await readProfile(member), 401)
})

test('a cached session does not outlive its token', async () => {
  const own = await temporaryApp({ remembersSessions: longMs })
  const member = await buildMember(own)
  const ask = () => own.call('GET', `/user/${member.id}`, { token: member.token })
  expect((await ask()).status).toBe(200)
  own.clock.move(own.deps.settings.tokenMinutes * 60_000 + 1)
  expectFailure(await ask(), 401)
})

test('does not cache a result that was read before the last change', () => {
  const bus = memoryBus()
  const sessions = knownSessions(bus, longMs)
  const lock = { banned_at: null, ban_reason: null, suspended_until: null, suspension_reason: null }
  const found = { memberId: 7, role: 'USER' as const, expiresAt: new Date(), ...lock }
  const askedAt = performance.now()
  bus.wake([7])
  sessions.save('one', found, askedAt)
  expect(sessions.find('one')).toBeUndefined()
  sessions.save('one', found, performance.now() + 1)
  expect(sessions.find('one')).toEqual(found)
})
