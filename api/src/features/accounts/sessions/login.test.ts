import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/accounts'
import { limits } from '@rootsquare/contract/lib/limits'
import { inDays } from '#api/ports/clock/clock.ts'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { buildMember, codeIn, mailsTo, password } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { limit } from '#api/http/auth/rate-limits.ts'
import { readRows } from '#api/test/rows.ts'

const app = await sharedApp()

const wrong = 'Incorrect#1'
const minute = 60_000

type Way = { from?: string; to?: TestApp }

function login(username: unknown, userSecret: unknown, { from, to = app }: Way = {}) {
  const headers: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from }
  return to.call('POST', '/login', { body: { username, userSecret }, headers })
}

const limitedApp = () =>
  temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' }, sameDatabaseAs: { url: app.databaseUrl } })

function expectTooMany(answer: Awaited<ReturnType<typeof login>>) {
  expectFailure(answer, 429, 'TOO_MANY_REQUESTS')
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
}

describe('logging in', () => {
  test('returns a token that is valid for a day', async () => {
    const member = await buildMember(app)
    const answer = await login(member.username, password)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: { access_token: expect.any(String), user_id: member.id, roles: ['USER'], expires_in: 86_400 },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const token = dataOf(api.login, answer).access_token
    expectOk(await app.call('GET', `/user/${member.id}`, { token }))
  })

  test('accepts username or address in any case, with surrounding spaces', async () => {
    const { username, email } = await buildMember(app)
    for (const name of [username, username.toUpperCase(), email, email.toUpperCase(), ` ${username} `]) {
      expectOk(await login(name, password))
    }
  })

  test.each(['USER', 'ADMIN', 'SUPERADMIN'] as const)('works for %s', async (role) => {
    const { username } = await buildMember(app, { role })
    expect(dataOf(api.login, await login(username, password)).roles).toEqual([role])
  })

  test('lasts as long as the settings say', async () => {
    const brief = await temporaryApp({ settings: { TOKEN_TTL_MINUTES: '7' } })
    const { username, id } = await buildMember(brief)
    const session = dataOf(api.login, await login(username, password, { to: brief }))
    expect(session.expires_in).toBe(420)
    const token = session.access_token
    brief.clock.move(6 * minute)
    expectOk(await brief.call('GET', `/user/${id}`, { token }))
    brief.clock.move(minute + 1000)
    expectFailure(await brief.call('GET', `/user/${id}`, { token }), 401, 'SESSION_ENDED')
  })

  test('returns ten different tokens for ten concurrent log-ins', async () => {
    const { username, id } = await buildMember(app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(username, password)))
    const tokens = answers.map((answer) => dataOf(api.login, answer).access_token)
    expect(new Set(tokens).size).toBe(10)
    for (const token of tokens) {
      expectOk(await app.call('GET', `/user/${id}`, { token }))
    }
    const logins = app.deps.db.selectFrom('logins').select('id').where('member_id', '=', id)
    expect(await logins.execute()).toHaveLength(10)
  })

  test('works with an ended token in the request', async () => {
    const { username } = await buildMember(app)
    const body = { username, userSecret: password }
    const banned = await buildMember(app, { banned_at: app.clock.now(), ban_reason: 'Spam' })
    for (const token of ['nonsense', 'a.b.c', banned.token]) {
      expectOk(await app.call('POST', '/login', { body, token }))
    }
  })

  test('works while a closure is pending', async () => {
    const { username } = await buildMember(app, { closure_requested_at: app.clock.now() })
    expectOk(await login(username, password))
  })

  test('accepts a password in either Unicode normal form', async () => {
    const member = await buildMember(app)
    const composed = 'Ọlá Adé#1'.normalize('NFC')
    const body = { oldCipher: password, newCipher: composed, confirmNewCipher: composed }
    expectOk(await app.call('PUT', '/password/change', { body, token: member.token }))
    expectOk(await login(member.username, composed.normalize('NFD')))
  })
})

describe('a rejected log-in', () => {
  test('gives the same response for an unknown name and a wrong password', async () => {
    const { username, email } = await buildMember(app)
    const known = await login(username, wrong)
    expect(expectFailure(known, 400, 'BAD_CREDENTIALS')).toEqual({
      error: ['Wrong username or password.'],
      message: 'Wrong username or password.',
      code: 'BAD_CREDENTIALS',
    })
    for (const name of [email, 'nobody.here', 'nobody@example.com', 'ọ̀🥁', '%', "' or 1=1 --"]) {
      const answer = await login(name, wrong)
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual(known.body)
    }
  })

  test('takes as long for an unknown name as for a wrong password', async () => {
    const { username } = await buildMember(app, { password_hash: await hashPassword(password) })
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const timed = async (kind: 'known' | 'unknown', name: string) => {
      // CPU time is measured, because other programs on a busy machine must not count.
      const begin = process.cpuUsage()
      expectFailure(await login(name, wrong), 400, 'BAD_CREDENTIALS')
      const { user, system } = process.cpuUsage(begin)
      times[kind].push(user + system)
    }
    await login('nobody.here', wrong)
    for (let turn = 0; turn < 9; turn += 1) {
      await timed('known', username)
      await timed('unknown', `nobody.${turn}`)
    }
    const median = (all: number[]) => all.toSorted((one, other) => one - other)[4] ?? Number.NaN
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test.each([
    `${password} `,
    ` ${password}`,
    password.toLowerCase(),
    password.slice(0, -1),
    `${password}x`,
    'x',
  ])('rejects the password %j', async (userSecret) => {
    const { username } = await buildMember(app)
    expectFailure(await login(username, userSecret), 400, 'BAD_CREDENTIALS')
  })

  const locked = {
    EMAIL_NOT_VERIFIED: () => ({ verified_at: null }),
    ACCOUNT_BANNED: () => ({ banned_at: app.clock.now(), ban_reason: 'Sold nothing, took the money' }),
    ACCOUNT_SUSPENDED: () => ({
      suspended_until: inDays(app.clock.now(), 3),
      suspension_reason: 'Insults',
    }),
  }

  test.each(['EMAIL_NOT_VERIFIED', 'ACCOUNT_BANNED', 'ACCOUNT_SUSPENDED'] as const)(
    'reveals %s only with the right password',
    async (code) => {
      const { username } = await buildMember(app, locked[code]())
      expectFailure(await login(username, wrong), 400, 'BAD_CREDENTIALS')
      expectFailure(await login(username, password), 403, code)
    },
  )

  test('gives banned members the reason', async () => {
    const { username } = await buildMember(app, locked.ACCOUNT_BANNED())
    const failure = expectFailure(await login(username, password), 403, 'ACCOUNT_BANNED')
    expect(failure).toMatchObject({ reason: 'Sold nothing, took the money' })
    expect(failure.until).toBeUndefined()
  })

  test('gives suspended members the reason and the end', async () => {
    const until = inDays(app.clock.now(), 1)
    const { username } = await buildMember(app, { suspended_until: until, suspension_reason: 'Insults' })
    const failure = expectFailure(await login(username, password), 403, 'ACCOUNT_SUSPENDED')
    expect(failure).toMatchObject({ reason: 'Insults', until: until.toISOString() })
    app.clock.move(until.getTime() - app.clock.now().getTime() - 5000)
    expectFailure(await login(username, password), 403, 'ACCOUNT_SUSPENDED')
    app.clock.move(6000)
    expectOk(await login(username, password))
  })

  test.each([
    ['absent', undefined, 'Required.'],
    ['null', null, 'Required.'],
    ['empty', '', 'Required.'],
  ])('a field that is %s is named', async (_, value, expected) => {
    const { username } = await buildMember(app)
    expect(expectFailure(await login(value, password), 400, 'INVALID').fields).toEqual({ username: expected })
    expect(expectFailure(await login(username, value), 400, 'INVALID').fields).toEqual({
      userSecret: expected,
    })
  })
})

describe('guessing passwords', () => {
  test('answers 429 after ten wrong passwords, even to the right one', async () => {
    const limited = await limitedApp()
    const { username, email } = await buildMember(limited)
    for (let turn = 0; turn < 10; turn += 1) {
      const name = turn % 2 === 0 ? username : username.toUpperCase()
      expectFailure(await login(name, wrong, { to: limited }), 400, 'BAD_CREDENTIALS')
    }
    expectTooMany(await login(username, wrong, { to: limited }))
    expectTooMany(await login(username, password, { to: limited }))
    expectTooMany(await login(username, password, { from: '198.51.100.9', to: limited }))
    // The address of the same member is counted separately. A shared count would reveal the owner of the address.
    expectFailure(await login(email, wrong, { from: '198.51.100.9', to: limited }), 400, 'BAD_CREDENTIALS')
    limited.clock.move(14 * minute)
    expectTooMany(await login(username, password, { to: limited }))
    limited.clock.move(minute + 1000)
    expectOk(await login(username, password, { to: limited }))
  })

  test('limits an unknown name in the same way', async () => {
    const limited = await limitedApp()
    for (let turn = 0; turn < 10; turn += 1) {
      const name = turn % 2 === 0 ? 'nobody.here' : 'NOBODY.here'
      expectFailure(await login(name, wrong, { to: limited }), 400, 'BAD_CREDENTIALS')
    }
    expectTooMany(await login('nobody.here', wrong, { to: limited }))
  })

  test('rejects ten of 20 concurrent guesses with 429', async () => {
    const limited = await limitedApp()
    const { username } = await buildMember(limited)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        login(username, wrong, { from: `198.51.100.${place}`, to: limited }),
      ),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('does not count a log-in that fails because of the server', async () => {
    const limited = await limitedApp()
    const { id, username } = await buildMember(limited)
    const members = limited.deps.db.updateTable('members').where('id', '=', id)
    await members.set({ password_hash: 'no hash' }).execute()
    for (let time = 0; time < 11; time += 1) {
      expect((await login(username, password, { to: limited })).status).toBe(500)
    }
  })

  test('does not count right passwords', async () => {
    const limited = await limitedApp()
    const { username } = await buildMember(limited)
    for (let turn = 0; turn < 12; turn += 1) {
      expectOk(await login(username, password, { from: `198.51.100.${turn}`, to: limited }))
    }
  })

  test('does not lock out the owner when guessed from 100 addresses', async () => {
    const limited = await limitedApp()
    const { username } = await buildMember(limited)
    expectOk(await login(username, password, { from: '192.0.2.77', to: limited }))
    let guessed = 0
    for (let turn = 0; turn < 100; turn += 1) {
      const answer = await login(username, wrong, { from: `198.51.100.${turn}`, to: limited })
      if (answer.status === 400) guessed += 1
      else expectTooMany(answer)
    }
    expect(guessed).toBe(10)
    expectTooMany(await login(username, password, { from: '198.51.100.200', to: limited }))
    expectOk(await login(username, password, { from: '192.0.2.77', to: limited }))
    for (let turn = 0; turn < 10; turn += 1) {
      expectFailure(await login(username, wrong, { from: '192.0.2.77', to: limited }), 400)
    }
    expectTooMany(await login(username, password, { from: '192.0.2.77', to: limited }))
  })

  test('does not stop the owner from logging in after a password reset', async () => {
    const limited = await limitedApp()
    const { username, email } = await buildMember(limited)
    for (let turn = 0; turn < 11; turn += 1) await login(username, wrong, { to: limited })
    const from = { 'x-forwarded-for': '192.0.2.78' }
    const request = { email, resetUrl: 'http://localhost:3000/update-password' }
    await limited.call('POST', '/password/reset', { body: request, headers: from })
    const resetCode = codeIn((await mailsTo(limited, email))[0])
    const body = { cipher: 'Another#1', confirmCipher: 'Another#1', resetCode }
    await limited.call('PUT', '/password/reset', { body, headers: from })
    expectOk(await login(username, 'Another#1', { from: '192.0.2.78', to: limited }))
  })

  test('is limited to 300 wrong passwords an hour per address, whatever the name', async () => {
    const limited = await limitedApp()
    const from = '203.0.113.7'
    const [stranger, owner] = [await buildMember(limited), await buildMember(limited)]
    expectOk(await login(owner.username, password, { from, to: limited }))
    for (let turn = 0; turn < 300; turn += 1) await limit(limited.deps, 'login', from)
    const rejected = await login(stranger.username, password, { from, to: limited })
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000)
    expectOk(await login(stranger.username, password, { from: '203.0.113.8', to: limited }))
    // Thousands of people share an address, and those who have logged in from it before are not locked out.
    expectOk(await login(owner.username, password, { from, to: limited }))
  })

  test('does not count an attempt from a used-up address for the account', async () => {
    const limited = await limitedApp()
    const { username } = await buildMember(limited)
    const from = '203.0.113.9'
    for (let turn = 0; turn < 300; turn += 1) await limit(limited.deps, 'login', from)
    for (let turn = 0; turn < 11; turn += 1)
      expectFailure(await login(username, password, { from, to: limited }), 429, 'TOO_MANY_REQUESTS')
    expectOk(await login(username, password, { from: '203.0.113.10', to: limited }))
  })

  test('counts wrong passwords per address, and not right ones', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '0.1' } })
    const most = limits.login.max * 0.1
    for (let turn = 0; turn < most; turn += 1)
      expectFailure(await login(`nobody.${turn}`, wrong, { to: limited }), 400, 'BAD_CREDENTIALS')
    expectFailure(await login('nobody.here', wrong, { to: limited }), 429, 'TOO_MANY_REQUESTS')
    const from = '198.51.100.9'
    for (let turn = 0; turn <= most; turn += 1) {
      const { username } = await buildMember(limited)
      expectOk(await login(username, password, { from, to: limited }))
    }
  })

  test('leaves no readable address in the table of familiar addresses', async () => {
    const { username, id } = await buildMember(app)
    await login(username, password, { from: '192.0.2.79' })
    const rows = await readRows(app.deps.db, 'familiar_addresses', { member_id: id })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.address_hash).toHaveLength(32)
    expect(rows[0]?.address_hash.includes('192.0.2.79')).toBe(false)
  })
})
