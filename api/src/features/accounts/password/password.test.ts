import { describe, expect, test } from 'vitest'
import { changePassword } from '@rootsquare/contract/accounts'
import { buildMember, buildToken, codeIn, groupIdOf, mailsTo, password } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk, requestText, sendRaw } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { readRow } from '#api/test/rows.ts'

const app = await sharedApp()

const hour = 3_600_000
const fresh = 'Another#1'
const tooPlain = 'at least a number, upper & lower case, special character'
const resetUrl = 'http://localhost:3000/update-password'

const request = (email: unknown, url: unknown = resetUrl, to = app) =>
  to.call('POST', '/password/reset', { body: { email, resetUrl: url } })

const reset = (resetCode: unknown, more: Record<string, unknown> = {}) =>
  app.call('PUT', '/password/reset', { body: { cipher: fresh, confirmCipher: fresh, resetCode, ...more } })

const change = (token: string, more: Record<string, unknown> = {}, to = app) =>
  to.call('PUT', '/password/change', {
    body: { oldCipher: password, newCipher: fresh, confirmNewCipher: fresh, ...more },
    token,
  })

const login = (username: string, userSecret: string) =>
  app.call('POST', '/login', { body: { username, userSecret } })

const ask = (token: string) => app.call('GET', '/user/search?q=a', { token })

async function resetCodeFor(email: string) {
  await request(email)
  return codeIn((await mailsTo(app, email)).at(-1))
}

async function limitedApp() {
  const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' } })
  return limited
}

describe('a request for a new password', () => {
  test('sends a mail with a link', async () => {
    const { email, firstname } = await buildMember(app)
    const answer = await request(email)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: null, message: 'Please check your email' })
    const mails = await mailsTo(app, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      subject: 'Set a new password',
      text: expect.stringContaining(`Hello ${firstname},`),
    })
    expect(mails[0]?.text).toMatch(/ http:\/\/localhost:3000\/update-password\?vCode=[\w-]{43}\n/)
    expect(mails[0]?.html).toContain(`href="${resetUrl}?vCode=${codeIn(mails[0])}"`)
  })

  test('accepts the address in any letter case and sends one mail', async () => {
    const { email } = await buildMember(app)
    await request(email.toUpperCase())
    expect(await mailsTo(app, email)).toHaveLength(1)
    await request(email)
    expect(await mailsTo(app, email)).toHaveLength(2)
  })

  test('answers an unknown address the same way and sends no mail', async () => {
    const { email } = await buildMember(app)
    const known = await request(email)
    expect(await mailsTo(app, email)).toHaveLength(1)
    const before = await app.mails()
    const unknown = await request('nobody.here@example.com')
    expect(unknown.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    await app.runJobs()
    expect(await app.mails()).toEqual(before)
  })

  test('sends at most three mails an hour with the same response', async () => {
    const limited = await limitedApp()
    const { email } = await buildMember(limited)
    const first = await request(email, resetUrl, limited)
    for (let turn = 0; turn < 5; turn += 1) {
      const spelled = turn % 2 === 0 ? email : email.toUpperCase()
      const again = await request(spelled, resetUrl, limited)
      expect(again).toMatchObject({ status: 200, body: first.body })
      expect(await request('nobody.here@example.com', resetUrl, limited)).toMatchObject({
        status: 200,
        body: first.body,
      })
    }
    expect(await mailsTo(limited, email)).toHaveLength(3)
    limited.clock.move(hour + 1000)
    await request(email, resetUrl, limited)
    expect(await mailsTo(limited, email)).toHaveLength(4)
  })

  test('ten concurrent requests get ten responses', async () => {
    const { email } = await buildMember(app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(email)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  test('answers 429 after 60 requests an hour from one network', async () => {
    const limited = await limitedApp()
    for (let turn = 0; turn < 60; turn += 1)
      expectOk(await request(`nobody.${turn}@example.com`, resetUrl, limited))
    const rejected = await request('a@b.cd', resetUrl, limited)
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  test('reaches a member on a familiar address that strangers have used up', async () => {
    const limited = await limitedApp()
    const { email, username } = await buildMember(limited)
    expectOk(await limited.call('POST', '/login', { body: { username, userSecret: password } }))
    for (let turn = 0; turn < 61; turn += 1) await request(`nobody.${turn}@example.com`, resetUrl, limited)
    expectOk(await request(email, resetUrl, limited))
    expect(await mailsTo(limited, email)).toHaveLength(1)
  })

  test.each([
    ['email', undefined, 'Required.'],
    ['email', 'adaeze', 'Email must be valid'],
    ['resetUrl', ' ', 'Required.'],
  ])('%s %j is rejected', async (field, value, expected) => {
    const body = { email: 'a@b.cd', resetUrl, [field]: value }
    const failure = expectFailure(await app.call('POST', '/password/reset', { body }), 400, 'INVALID')
    expect(failure.fields).toEqual({ [field]: expected })
  })

  test.each(['http://evil.example/update-password'])(
    'rejects a link to %s and sends no mail',
    async (url) => {
      const { email } = await buildMember(app)
      const failure = expectFailure(await request(email, url), 400, 'INVALID')
      expect(failure.fields).toEqual({ resetUrl: 'Must be an address of http://localhost:3000.' })
      expect(await mailsTo(app, email)).toEqual([])
    },
  )

  test('ignores the request headers for the link', async () => {
    const { email } = await buildMember(app)
    const forged = { host: 'evil.example', origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }
    const headers = { ...forged, 'content-type': 'application/json' }
    const text = requestText('POST /api/password/reset', headers, JSON.stringify({ email, resetUrl }))
    expectOk(await sendRaw(app.url, text))
    const [mail] = await mailsTo(app, email)
    expect(mail?.text).toContain(`${resetUrl}?vCode=`)
    expect(JSON.stringify(mail)).not.toContain('evil')
  })
})

describe('setting a new password with the code', () => {
  test('makes the old password invalid', async () => {
    const { email, username } = await buildMember(app)
    const answer = await reset(await resetCodeFor(email))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: null, message: 'Password updated successfully' })
    expectFailure(await login(username, password), 400, 'BAD_CREDENTIALS')
    expectOk(await login(username, fresh))
  })

  test('works once', async () => {
    const { email, username } = await buildMember(app)
    const code = await resetCodeFor(email)
    await reset(code)
    const again = { cipher: 'Third#111', confirmCipher: 'Third#111' }
    expectFailure(await reset(code, again), 400, 'INVALID_CODE')
    expectOk(await login(username, fresh))
  })

  test('sets one password for ten concurrent requests', async () => {
    const { email, username } = await buildMember(app)
    const code = await resetCodeFor(email)
    const expected = Array.from({ length: 10 }, (_, turn) => `Racing#${turn}`)
    const answers = await Promise.all(
      expected.map((cipher) => reset(code, { cipher, confirmCipher: cipher })),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    for (const [place, answer] of answers.entries()) {
      if (place !== winner) expectFailure(answer, 400, 'INVALID_CODE')
    }
    expectOk(await login(username, expected[winner] ?? ''))
  })

  test('works within an hour', async () => {
    const { email } = await buildMember(app)
    const early = await resetCodeFor(email)
    app.clock.move(hour - 60_000)
    expectOk(await reset(early))
    const late = await resetCodeFor(email)
    app.clock.move(hour + 1000)
    expectFailure(await reset(late), 400, 'INVALID_CODE')
  })

  test('ends all sessions of that member only', async () => {
    const member = await buildMember(app)
    const second = await buildToken(app, member)
    const other = await buildMember(app)
    await reset(await resetCodeFor(member.email))
    for (const token of [member.token, second]) expectFailure(await ask(token), 401, 'SESSION_ENDED')
    expectOk(await ask(other.token))
  })

  test('invalidates all older codes', async () => {
    const { email } = await buildMember(app)
    const older = await resetCodeFor(email)
    const newer = await resetCodeFor(email)
    const newest = await resetCodeFor(email)
    expectOk(await reset(newer))
    expectFailure(await reset(older), 400, 'INVALID_CODE')
    expectFailure(await reset(newest), 400, 'INVALID_CODE')
  })

  test('verifies the address', async () => {
    const group_id = await groupIdOf(app, 'nupe')
    const { email, username } = await buildMember(app, { verified_at: null, group_id })
    await app.call('POST', '/signup/email/resend', { body: { emailAddress: email } })
    const verifyCode = codeIn((await mailsTo(app, email))[0])
    expectOk(await reset(await resetCodeFor(email)))
    expectOk(await login(username, fresh))
    const body = { verificationCode: verifyCode }
    expectFailure(await app.call('POST', '/signup/email/verify', { body }), 400, 'INVALID_CODE')
    expect((await app.call('GET', `/groups/${group_id}`)).body.data).toMatchObject({ users: 1 })
  })

  test('rejects an unknown or changed code', async () => {
    const unverified = await buildMember(app, { verified_at: null })
    await app.call('POST', '/signup/email/resend', { body: { emailAddress: unverified.email } })
    const code = codeIn((await mailsTo(app, unverified.email))[0])
    const ours = await resetCodeFor((await buildMember(app)).email)
    for (const other of [code, 'guess', ours.slice(1), ours.toLowerCase(), ours.toUpperCase()]) {
      expectFailure(await reset(other), 400, 'INVALID_CODE')
    }
    expectOk(await reset(` ${ours}\n`))
  })

  test('keeps the code valid after a rejected attempt', async () => {
    const { email } = await buildMember(app)
    const code = await resetCodeFor(email)
    const failure = expectFailure(await reset(code, { confirmCipher: 'Different#1' }), 400, 'INVALID')
    expect(failure.fields).toEqual({ confirmCipher: 'Passwords must match.' })
    expectFailure(await reset(code, { cipher: 'weak', confirmCipher: 'weak' }), 400, 'INVALID')
    expectOk(await reset(code))
  })

  test.each([
    ['cipher', undefined, 'Required.'],
    ['cipher', 'Aa1!aaa', 'Minimum 8 characters password.'],
    ['cipher', 'aaaaaa1!', tooPlain],
    ['confirmCipher', undefined, 'Required.'],
    ['confirmCipher', 'another#1', 'Passwords must match.'],
    ['confirmCipher', `${fresh} `, 'Passwords must match.'],
    ['resetCode', undefined, 'Required.'],
  ])('%s %j is rejected', async (field, value, expected) => {
    const failure = expectFailure(await reset('guess', { [field]: value }), 400, 'INVALID')
    expect(failure.fields).toMatchObject({ [field]: expected })
  })
})

describe('changing the password', () => {
  test('returns a new token', async () => {
    const { token, id, username } = await buildMember(app)
    const answer = await change(token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: { access_token: expect.any(String), user_id: id, roles: ['USER'], expires_in: 86_400 },
      message: 'Password updated successfully',
    })
    expectOk(await ask(dataOf(changePassword, answer).access_token))
    expectFailure(await login(username, password), 400, 'BAD_CREDENTIALS')
    expectOk(await login(username, fresh))
  })

  test('invalidates all earlier tokens and codes', async () => {
    const member = await buildMember(app)
    const second = await buildToken(app, member)
    const other = await buildMember(app)
    const code = await resetCodeFor(member.email)
    await change(member.token)
    for (const token of [member.token, second]) expectFailure(await ask(token), 401, 'SESSION_ENDED')
    expectFailure(await reset(code), 400, 'INVALID_CODE')
    expectOk(await ask(other.token))
  })

  test('sets one password for ten concurrent changes', async () => {
    const { token, username, id } = await buildMember(app)
    const expected = Array.from({ length: 10 }, (_, turn) => `Racing#${turn}`)
    const answers = await Promise.all(
      expected.map((newCipher) => change(token, { newCipher, confirmNewCipher: newCipher })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = answers.findIndex(({ status }) => status === 200)
    for (const [place, answer] of answers.entries()) {
      if (place === winner) continue
      const { code } = expectFailure(answer, answer.status)
      expect(['WRONG_PASSWORD', 'PASSWORD_CHANGED', 'SESSION_ENDED']).toContain(code)
    }
    expectOk(await login(username, expected[winner] ?? ''))
    const sessions = app.deps.db.selectFrom('sessions').select('id').where('member_id', '=', id)
    expect(await sessions.execute()).toHaveLength(2)
  })

  test('requires the old password', async () => {
    const { token, username } = await buildMember(app)
    const failure = expectFailure(await change(token, { oldCipher: 'Incorrect#1' }), 400, 'WRONG_PASSWORD')
    expect(failure.fields).toEqual({ oldCipher: 'The password is not correct.' })
    expectOk(await ask(token))
    expectOk(await login(username, password))
  })

  test('answers 429 after ten tries in 15 minutes', async () => {
    const limited = await limitedApp()
    const { token } = await buildMember(limited)
    for (let turn = 0; turn < 10; turn += 1) {
      expectFailure(await change(token, { oldCipher: 'Incorrect#1' }, limited), 400, 'WRONG_PASSWORD')
    }
    const rejected = await change(token, {}, limited)
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(800)
    limited.clock.move(15 * 60_000 + 1000)
    expectOk(await change(token, {}, limited))
  })

  test.each([
    ['oldCipher', undefined, 'Required.'],
    ['oldCipher', 'x'.repeat(129), 'Maximum 128 characters allowed'],
    ['newCipher', undefined, 'Required.'],
    ['newCipher', 'Aa1!aaa', 'Minimum 8 characters password.'],
    ['newCipher', 'AAAAAA1!', tooPlain],
    ['confirmNewCipher', undefined, 'Required.'],
    ['confirmNewCipher', 'Other#111', 'New password must match with confirm new password.'],
  ])('%s %j is rejected', async (field, value, expected) => {
    const { token } = await buildMember(app)
    const failure = expectFailure(await change(token, { [field]: value }), 400, 'INVALID')
    expect(failure.fields).toMatchObject({ [field]: expected })
    expectOk(await ask(token))
  })

  test('passwords are stored as argon2id hashes', async () => {
    const { token, id } = await buildMember(app)
    await change(token)
    const { password_hash } = await readRow(app.deps.db, 'members', { id }, ['password_hash'])
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})
