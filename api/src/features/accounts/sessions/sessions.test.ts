import { createSecretKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '@rootsquare/contract/accounts'
import { isEndpoint } from '@rootsquare/contract/lib/endpoint'
import * as profiles from '@rootsquare/contract/profiles'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildMember, buildToken, password, updateMember, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { testApp, type TestApp } from '#api/test/test-app.ts'
import { untilWaiting } from '#api/test/waiting.ts'

const app = await sharedApp()

const exported: unknown[] = Object.values({ ...accounts, ...profiles })
const calls = exported.filter(isEndpoint)
const memberCalls = calls
  .filter(({ access }) => access === 'member')
  .map(({ method, path }) => [method, path.replace(':id', '1').replace(':username', 'somebody')] as const)

/** Any call that needs a token and nothing else. */
const ask = (token: string | undefined, to = app) =>
  to.call('GET', '/user/search?q=a', token ? { token } : {})
const renew = (token: string, to = app) => to.call('POST', '/token/renew', { token })
const logout = (token: string, to = app) => to.call('POST', '/logout', { token })

function sessionsOf(id: number) {
  return app.deps.db.selectFrom('sessions').selectAll().where('member_id', '=', id).execute()
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function partsOf(token: string) {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (typeof claims !== 'object' || claims === null) throw new Error('A token without claims.')
  return { head, payload, signature, claims: { ...claims } }
}

describe('every call of a member needs a token', () => {
  test('there are 17 calls, and 11 of them are for members', () => {
    expect(calls).toHaveLength(17)
    expect(memberCalls).toHaveLength(11)
  })

  test.each(memberCalls)('%s %s without one is a 401', async (method, path) => {
    const failure = expectFailure(await app.call(method, path), 401, 'UNAUTHENTICATED')
    expect(failure.error).toEqual(['Please sign in.'])
  })

  test.each(memberCalls)('%s %s with one that is not ours is a 401', async (method, path) => {
    expectFailure(await app.call(method, path, { token: 'a.b.c' }), 401, 'SESSION_ENDED')
    expectFailure(await app.call(method, path, { headers: { authorization: 'Basic YTpi' } }), 401)
  })

  test.each(memberCalls)('%s %s is closed to the banned and the suspended', async (method, path) => {
    const now = app.clock.now()
    const banned = await buildMember(app, { banned_at: now, ban_reason: 'Spam' })
    const received = expectFailure(
      await app.call(method, path, { token: banned.token }),
      403,
      'ACCOUNT_BANNED',
    )
    expect(received.reason).toBe('Spam')
    const until = inDays(now, 7)
    const suspended = await buildMember(app, { suspended_until: until, suspension_reason: 'Insults' })
    const failure = expectFailure(
      await app.call(method, path, { token: suspended.token }),
      403,
      'ACCOUNT_SUSPENDED',
    )
    expect(failure).toMatchObject({ reason: 'Insults', until: until.toISOString() })
  })
})

describe('a token is rejected', () => {
  async function signed(change: Record<string, unknown>, { key = app.deps.jwtSecret, alg = 'HS256' } = {}) {
    const member = await buildMember(app)
    const { claims } = partsOf(member.token)
    const token = await new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg })
      .sign(createSecretKey(key, 'utf8'))
    return { member, token }
  }

  test('not if it is signed with our key (checks these tests)', async () => {
    const { token } = await signed({})
    expectOk(await ask(token))
  })

  test('without a signature, or with alg none', async () => {
    const { token } = await buildMember(app)
    const { head, payload, signature } = partsOf(token)
    const none = encoded({ alg: 'none', typ: 'JWT' })
    const forged = [
      `${head}.${payload}`,
      `${head}.${payload}.`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${encoded({ alg: 'None' })}.${payload}.`,
      payload,
    ]
    for (const one of forged) expectFailure(await ask(one), 401, 'SESSION_ENDED')
    expectOk(await ask(token))
  })

  test('with another key, or another algorithm and our key', async () => {
    const other = await signed({}, { key: 'another secret, of the same length as ours' })
    expectFailure(await ask(other.token), 401, 'SESSION_ENDED')
    for (const alg of ['HS384', 'HS512']) {
      expectFailure(await ask((await signed({}, { alg })).token), 401, 'SESSION_ENDED')
    }
  })

  test('with a changed payload', async () => {
    const { token } = await buildMember(app)
    const { head, signature, claims } = partsOf(token)
    for (const change of [{ roles: ['SUPERADMIN'] }, { user_id: 999_999 }, { exp: 9_999_999_999 }]) {
      expectFailure(await ask(`${head}.${encoded({ ...claims, ...change })}.${signature}`), 401)
    }
  })

  test('with a cut or changed signature', async () => {
    const { token } = await buildMember(app)
    const last = token.at(-5) === 'A' ? 'B' : 'A'
    expectFailure(await ask(token.slice(0, -4)), 401)
    expectFailure(await ask(`${token.slice(0, -5)}${last}${token.slice(-4)}`), 401)
  })

  test.each([
    ['for another audience', { aud: 'elsewhere' }],
    ['for nobody', { aud: undefined }],
    ['without an end', { exp: undefined }],
    ['past its end', { exp: 1_000_000_000 }],
    ['not valid yet', { nbf: 9_999_999_999 }],
    ['without a session', { jti: undefined }],
    ['of a session that is not there', { jti: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['whose session is no text', { jti: 7 }],
  ])('%s', async (_, change) => {
    expectFailure(await ask((await signed(change)).token), 401, 'SESSION_ENDED')
  })

  test('after a day by the clock', async () => {
    const { token } = await buildMember(app)
    app.clock.move(24 * 3_600_000 - 10_000)
    expectOk(await ask(token))
    app.clock.move(11_000)
    expectFailure(await ask(token), 401, 'SESSION_ENDED')
    expectFailure(await renew(token), 401, 'SESSION_ENDED')
  })

  test('its role is read from the database, not from it', async () => {
    const { token, member } = await signed({ roles: ['SUPERADMIN'] })
    const other = await buildMember(app)
    expectFailure(await app.call('GET', `/user/user-status/${other.id}`, { token }), 404)
    expect(member.role).toBe('USER')
  })
})

describe('logout', () => {
  test('ends this token and no other', async () => {
    const member = await buildMember(app)
    const other = await buildToken(app, member)
    const answer = await logout(member.token)
    expect(answer).toMatchObject({ status: 200, body: { data: null } })
    expectFailure(await ask(member.token), 401, 'SESSION_ENDED')
    expectFailure(await logout(member.token), 401, 'SESSION_ENDED')
    expectOk(await ask(other))
  })

  test('10 times at once succeeds', async () => {
    const { token, id } = await buildMember(app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logout(token)))
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(await sessionsOf(id)).toEqual([])
  })
})

describe('a token is renewed', () => {
  test('for another day, and the old one ends', async () => {
    const { token, id } = await buildMember(app)
    app.clock.move(20 * 3_600_000)
    const answer = await renew(token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: { access_token: expect.any(String), user_id: id, roles: ['USER'], expires_in: 86_400 },
    })
    const fresh = dataOf(accounts.renewToken, answer).access_token
    expectFailure(await ask(token), 401, 'SESSION_ENDED')
    app.clock.move(20 * 3_600_000)
    expectOk(await ask(fresh))
  })

  test('20 times at once renews it once', async () => {
    const { token, id } = await buildMember(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(token)))
    const [renewed, ...more] = answers.filter(({ status }) => status === 200)
    if (renewed === undefined) throw new Error('Nobody got a new token.')
    expect(more).toEqual([])
    for (const answer of answers.filter((one) => one !== renewed)) {
      expectFailure(answer, 401, 'SESSION_ENDED')
    }
    expect(await sessionsOf(id)).toHaveLength(1)
    expectOk(await ask(dataOf(accounts.renewToken, renewed).access_token))
  })

  test('with the current role', async () => {
    const { token, id } = await buildMember(app)
    await updateMember(app, { id }, { role: 'ADMIN' })
    expect(dataOf(accounts.renewToken, await renew(token)).roles).toEqual(['ADMIN'])
  })
})

describe('what changes in the database counts on the next call', () => {
  test('a role given and taken', async () => {
    const { token, id } = await buildMember(app)
    const other = await buildMember(app)
    const status = () => app.call('GET', `/user/user-status/${other.id}`, { token })
    const setRole = (role: 'USER' | 'ADMIN') =>
      app.deps.db.updateTable('members').set({ role }).where('id', '=', id).execute()
    expectFailure(await status(), 404)
    await setRole('ADMIN')
    expectOk(await status())
    await setRole('USER')
    expectFailure(await status(), 404)
  })

  test('a ban and a suspension, which ends by the clock', async () => {
    const { token, id } = await buildMember(app)
    const until = inDays(app.clock.now(), 0.5)
    const set = (columns: { banned_at?: Date | null; ban_reason?: string; suspended_until?: Date }) =>
      app.deps.db.updateTable('members').set(columns).where('id', '=', id).execute()
    expectOk(await ask(token))
    await set({ banned_at: app.clock.now(), ban_reason: 'Spam' })
    expect(expectFailure(await ask(token), 403, 'ACCOUNT_BANNED').reason).toBe('Spam')
    await set({ banned_at: null, suspended_until: until })
    expect(expectFailure(await ask(token), 403, 'ACCOUNT_SUSPENDED')).toMatchObject({
      reason: '',
      until: until.toISOString(),
    })
    app.clock.move(until.getTime() - app.clock.now().getTime() + 1000)
    expectOk(await ask(token))
  })

  test('the member being gone', async () => {
    const { token, id } = await buildMember(app)
    await app.deps.db.deleteFrom('members').where('id', '=', id).execute()
    expectFailure(await ask(token), 401, 'SESSION_ENDED')
  })
})

describe('two nodes on one database', () => {
  let other: TestApp
  beforeAll(async () => {
    other = await testApp({ sameDatabaseAs: { url: app.databaseUrl } })
    other.clock.move(app.clock.now().getTime() - other.clock.now().getTime())
  })
  afterAll(() => other.stop())

  test('a token is valid on both, and its logout counts on both', async () => {
    const { username } = await buildMember(app)
    const body = { username, userSecret: password }
    const token = dataOf(accounts.login, await app.call('POST', '/login', { body })).access_token
    expectOk(await ask(token, other))
    await logout(token, other)
    expectFailure(await ask(token), 401, 'SESSION_ENDED')
  })

  test('a password change ends the old token on both at once', async () => {
    const { token } = await buildMember(app)
    const body = { oldCipher: password, newCipher: 'Another#1', confirmNewCipher: 'Another#1' }
    expectOk(await ask(token, other))
    const changed = await app.call('PUT', '/password/change', { body, token })
    expect(changed.status).toBe(200)
    expectFailure(await ask(token, other), 401, 'SESSION_ENDED')
    expectOk(await ask(dataOf(accounts.changePassword, changed).access_token, other))
  })

  test('a token renewed on both at once is renewed once', async () => {
    const { token, id } = await buildMember(app)
    const answers = await Promise.all([renew(token), renew(token, other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await sessionsOf(id)).toHaveLength(1)
  })
})

describe('no token outlives the password it was given for', () => {
  /** Sessions can be written, but not committed before the gate is opened. */
  async function closeGate(slow: TestApp) {
    const gate = await slow.deps.pool.connect()
    await gate.query('select pg_advisory_lock(1)')
    await gate.query(`create function wait_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(1); return null; end $$`)
    await gate.query('create trigger slow after insert on sessions for each row execute function wait_here()')
    return async () => {
      await gate.query('select pg_advisory_unlock(1)')
      gate.release()
    }
  }

  /** A member, and a session of that member on its way while the password is being replaced. */
  async function race(begin: (slow: TestApp, member: Member) => Promise<unknown>) {
    const slow = await temporaryApp()
    const member = await buildMember(slow)
    const request = { email: member.email, resetUrl: 'http://localhost:3000/update-password' }
    await slow.call('POST', '/password/reset', { body: request })
    await slow.runJobs()
    const resetCode = /vCode=([\w-]+)/.exec((await slow.mails())[0]?.text ?? '')?.[1]
    const openGate = await closeGate(slow)
    const begun = begin(slow, member)
    await untilWaiting(slow, 1)
    const body = { cipher: 'Another#1', confirmCipher: 'Another#1', resetCode }
    let isReset = false
    const reset = slow.call('PUT', '/password/reset', { body }).finally(() => (isReset = true))
    await untilWaiting(slow, 2, () => isReset)
    await openGate()
    expectOk(await reset)
    await begun
    return slow.deps.db.selectFrom('sessions').select('id').where('member_id', '=', member.id).execute()
  }

  test('not one from a log-in that was under way', async () => {
    const left = await race((slow, { username }) =>
      slow.call('POST', '/login', { body: { username, userSecret: password } }),
    )
    expect(left).toEqual([])
  })

  test('not one from a renewal that was under way', async () => {
    expect(await race((slow, { token }) => renew(token, slow))).toEqual([])
  })

  test('not one from a log-in that was checked before and goes on after', async () => {
    const member = await buildMember(app)
    const body = { username: member.username, userSecret: password }
    const holder = await app.deps.pool.connect()
    await holder.query('begin')
    await holder.query('select from members where id = $1 for update', [member.id])
    const begun = app.call('POST', '/login', { body })
    await untilWaiting(app, 1)
    await holder.query('update members set password_hash = $2 where id = $1', [member.id, 'replaced'])
    await holder.query('delete from sessions where member_id = $1', [member.id])
    await holder.query('commit')
    holder.release()
    expectFailure(await begun, 400, 'BAD_CREDENTIALS')
    expect(await sessionsOf(member.id)).toEqual([])
  })
})
