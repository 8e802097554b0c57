import { createSecretKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '@rootsquare/contract/accounts'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildMember, buildToken, password, updateMember, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { testApp, type TestApp } from '#api/test/test-app.ts'
import { openTransaction, untilWaiting } from '#api/test/waiting.ts'

const app = await sharedApp()

/** Calls an endpoint that needs only a token. */
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

test('rejects a call without a valid token with a request to sign in', async () => {
  expect(expectFailure(await ask(undefined), 401, 'UNAUTHENTICATED').error).toEqual(['Please sign in.'])
  const headers = { authorization: 'Basic YTpi' }
  expectFailure(await app.call('GET', '/user/search?q=a', { headers }), 401)
})

describe('a token', () => {
  async function signed(change: Record<string, unknown>, { key = app.deps.jwtSecret, alg = 'HS256' } = {}) {
    const member = await buildMember(app)
    const { claims } = partsOf(member.token)
    const token = await new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg })
      .sign(createSecretKey(key, 'utf8'))
    return { member, token }
  }

  test('is accepted when signed with our key (checks these tests)', async () => {
    const { token } = await signed({})
    expectOk(await ask(token))
  })

  test('is rejected without a signature or with alg none', async () => {
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

  test('is rejected with another key or algorithm', async () => {
    const other = await signed({}, { key: 'another secret, of the same length as ours' })
    expectFailure(await ask(other.token), 401, 'SESSION_ENDED')
    for (const alg of ['HS384', 'HS512']) {
      expectFailure(await ask((await signed({}, { alg })).token), 401, 'SESSION_ENDED')
    }
  })

  test('is rejected with a changed payload', async () => {
    const { token } = await buildMember(app)
    const { head, signature, claims } = partsOf(token)
    for (const change of [{ roles: ['SUPERADMIN'] }, { user_id: 999_999 }, { exp: 9_999_999_999 }]) {
      expectFailure(await ask(`${head}.${encoded({ ...claims, ...change })}.${signature}`), 401)
    }
  })

  test('is rejected with a cut or changed signature', async () => {
    const { token } = await buildMember(app)
    const last = token.at(-5) === 'A' ? 'B' : 'A'
    expectFailure(await ask(token.slice(0, -4)), 401)
    expectFailure(await ask(`${token.slice(0, -5)}${last}${token.slice(-4)}`), 401)
  })

  test.each([
    ['for another audience', { aud: 'elsewhere' }],
    ['for nobody', { aud: undefined }],
    ['without an expiry', { exp: undefined }],
    ['after its expiry', { exp: 1_000_000_000 }],
    ['before it is valid', { nbf: 9_999_999_999 }],
    ['without a session', { jti: undefined }],
    ['for an unknown session', { jti: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['when its session is not a text', { jti: 7 }],
  ])('is rejected %s', async (_, change) => {
    expectFailure(await ask((await signed(change)).token), 401, 'SESSION_ENDED')
  })

  test('is rejected after a day by the clock', async () => {
    const { token } = await buildMember(app)
    app.clock.move(24 * 3_600_000 - 10_000)
    expectOk(await ask(token))
    app.clock.move(11_000)
    expectFailure(await ask(token), 401, 'SESSION_ENDED')
    expectFailure(await renew(token), 401, 'SESSION_ENDED')
  })

  test('gets its role from the database', async () => {
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

  test('succeeds ten times at once', async () => {
    const { token, id } = await buildMember(app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logout(token)))
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(await sessionsOf(id)).toEqual([])
  })
})

describe('renewing a token', () => {
  test('returns one for another day and ends the old one', async () => {
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

  test('returns the current role', async () => {
    const { token, id } = await buildMember(app)
    await updateMember(app, { id }, { role: 'ADMIN' })
    expect(dataOf(accounts.renewToken, await renew(token)).roles).toEqual(['ADMIN'])
  })
})

describe('a change in the database takes effect on the next call', () => {
  test('when a role is given or taken', async () => {
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

  test('when a member is banned or suspended, until the suspension ends', async () => {
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

  test('when the member is deleted', async () => {
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

  test('accept the same token, and a logout ends it on both', async () => {
    const { username } = await buildMember(app)
    const body = { username, userSecret: password }
    const token = dataOf(accounts.login, await app.call('POST', '/login', { body })).access_token
    expectOk(await ask(token, other))
    await logout(token, other)
    expectFailure(await ask(token), 401, 'SESSION_ENDED')
  })

  test('reject the old token after a password change', async () => {
    const { token } = await buildMember(app)
    const body = { oldCipher: password, newCipher: 'Another#1', confirmNewCipher: 'Another#1' }
    expectOk(await ask(token, other))
    const changed = await app.call('PUT', '/password/change', { body, token })
    expect(changed.status).toBe(200)
    expectFailure(await ask(token, other), 401, 'SESSION_ENDED')
    expectOk(await ask(dataOf(accounts.changePassword, changed).access_token, other))
  })

  test('renew a token once, even when both do it at once', async () => {
    const { token, id } = await buildMember(app)
    const answers = await Promise.all([renew(token), renew(token, other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await sessionsOf(id)).toHaveLength(1)
  })
})

describe('after a password change', () => {
  /** Delays the commit of sessions until the gate is opened. */
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

  /** Creates a member whose new session is not committed yet while the password is being replaced. */
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

  test('a token from a log-in under way is invalid', async () => {
    const left = await race((slow, { username }) =>
      slow.call('POST', '/login', { body: { username, userSecret: password } }),
    )
    expect(left).toEqual([])
  })

  test('a token from a renewal under way is invalid', async () => {
    expect(await race((slow, { token }) => renew(token, slow))).toEqual([])
  })

  test('a token from a log-in with a checked old password is invalid', async () => {
    const member = await buildMember(app)
    const body = { username: member.username, userSecret: password }
    const lock = 'select from members where id = $1 for update'
    const { client, commit } = await openTransaction(app, lock, [member.id])
    const begun = app.call('POST', '/login', { body })
    await untilWaiting(app, 1)
    await client.query('update members set password_hash = $2 where id = $1', [member.id, 'replaced'])
    await client.query('delete from sessions where member_id = $1', [member.id])
    await commit()
    expectFailure(await begun, 400, 'BAD_CREDENTIALS')
    expect(await sessionsOf(member.id)).toEqual([])
  })
})
