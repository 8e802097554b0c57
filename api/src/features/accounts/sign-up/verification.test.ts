import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/accounts'
import { getGroup } from '@rootsquare/contract/groups'
import { inHours } from '#api/ports/clock/clock.ts'
import { buildMember, buildSignUp, codeIn, groupIdOf, mailsTo } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { received } from '#api/test/builders/messages.ts'
import { placesInDatabase } from '#api/test/scan.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

const hour = 3_600_000

/** Signs up a member who has not opened the mail yet. */
async function newcomer(overrides: Record<string, unknown> = {}) {
  const body = await buildSignUp(app, overrides)
  const answer = await app.call('POST', '/create/user', { body })
  const [mail] = await mailsTo(app, body.emailAddress)
  return { ...body, id: dataOf(api.signUp, answer).id, code: codeIn(mail) }
}

const verify = (verificationCode: unknown, to = app) =>
  to.call('POST', '/signup/email/verify', { body: { verificationCode } })

const resend = (emailAddress: unknown, to = app) =>
  to.call('POST', '/signup/email/resend', { body: { emailAddress } })

const login = (username: string, userSecret: string) =>
  app.call('POST', '/login', { body: { username, userSecret } })

async function usersOf(groupId: number) {
  return dataOf(getGroup, await app.call('GET', `/groups/${groupId}`)).users
}

const swapCase = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )

describe('verifying the address', () => {
  test('lets the member log in', async () => {
    const { username, cipherCode, code } = await newcomer()
    expectFailure(await login(username, cipherCode), 403, 'EMAIL_NOT_VERIFIED')
    const answer = await verify(code)
    expectOk(answer)
    expect(answer.body).toEqual({ data: { verified: true }, message: 'Email verification successful' })
    expectOk(await login(username, cipherCode))
  })

  test('ignores spaces around the code', async () => {
    const { code } = await newcomer()
    expectOk(await verify(` ${code}\n`))
  })

  test('counts the member in the group exactly once', async () => {
    const groupId = await groupIdOf(app, 'efik')
    const { id, code, emailAddress } = await newcomer({ groupId })
    await resend(emailAddress)
    const second = codeIn((await mailsTo(app, emailAddress)).at(-1))
    expect(await usersOf(groupId)).toBe(0)
    expectOk(await verify(code))
    expect(await usersOf(groupId)).toBe(1)
    expectFailure(await verify(code), 400, 'INVALID_CODE')
    expectFailure(await verify(second), 400, 'INVALID_CODE')
    expect(await usersOf(groupId)).toBe(1)
    const memberships = app.deps.db.selectFrom('memberships').select('group_id').where('member_id', '=', id)
    expect(await memberships.execute()).toEqual([{ group_id: groupId }])
  })

  test('20 times at once happens once', async () => {
    const groupId = await groupIdOf(app, 'ibibio')
    const { code } = await newcomer({ groupId })
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(code)))
    const rejected = answers.filter(({ status }) => status !== 200)
    expect(rejected).toHaveLength(19)
    for (const answer of rejected) expectFailure(answer, 400, 'INVALID_CODE')
    expect(await usersOf(groupId)).toBe(1)
  })

  test('sends one welcome message', async () => {
    const { id, username, cipherCode, code, emailAddress } = await newcomer()
    await resend(emailAddress)
    const second = codeIn((await mailsTo(app, emailAddress)).at(-1))
    const welcomes = () =>
      app.deps.db.selectFrom('messages').select('body').where('receiver_id', '=', id).execute()
    expectFailure(await verify('wrong'), 400)
    expect(await welcomes()).toEqual([])
    await Promise.all(Array.from({ length: 20 }, (_, turn) => verify(turn % 2 ? code : second)))
    expect(await welcomes()).toHaveLength(1)
    const { access_token: token } = dataOf(api.login, await login(username, cipherCode))
    expect((await received(app, { token })).content).toMatchObject([
      { senderId: 0, message: expect.stringMatching(/^Welcome to Rootsquare! .*first post\.$/), read: false },
    ])
  })

  test('happens with a password reset, which sends the welcome message', async () => {
    const { id, emailAddress } = await newcomer()
    const resetUrl = `${app.deps.settings.publicUrl}/password-reset`
    await app.call('POST', '/password/reset', { body: { email: emailAddress, resetUrl } })
    const resetCode = codeIn((await mailsTo(app, emailAddress)).at(-1))
    const body = { cipher: 'Another#1horse', confirmCipher: 'Another#1horse', resetCode }
    expectOk(await app.call('PUT', '/password/reset', { body }))
    const found = app.deps.db.selectFrom('messages').select('id').where('receiver_id', '=', id)
    expect(await found.execute()).toHaveLength(1)
  })

  test('works after a mail scanner has opened the link', async () => {
    const { code } = await newcomer()
    expectFailure(await app.call('GET', '/signup/email/verify'), 405, 'METHOD_NOT_ALLOWED')
    expectFailure(await app.call('GET', '/signup/email/verify', { query: { vCode: code } }), 405)
    expect((await fetch(`${app.url}/mail-validate?vCode=${code}`)).status).toBeLessThan(500)
    expectOk(await verify(code))
  })
})

describe('a verification code', () => {
  test('is rejected when it was used', async () => {
    const { code } = await newcomer()
    await verify(code)
    const failure = expectFailure(await verify(code), 400, 'INVALID_CODE')
    expect(failure.fields).toBeUndefined()
    expect(failure.error).toEqual(['This link is no longer valid. Please ask for a new one.'])
  })

  test('is rejected after 24 hours, not before', async () => {
    const early = await newcomer()
    app.clock.move(24 * hour - 60_000)
    expectOk(await verify(early.code))
    const late = await newcomer()
    app.clock.move(24 * hour + 1000)
    expectFailure(await verify(late.code), 400, 'INVALID_CODE')
    expectFailure(await login(late.username, late.cipherCode), 403, 'EMAIL_NOT_VERIFIED')
  })

  test('is rejected when changed, and the original stays valid', async () => {
    const { code } = await newcomer()
    for (const other of [
      swapCase(code),
      'guess',
      code.slice(0, -1),
      `${code}A`,
      'x'.repeat(200),
      'ọ̀🥁',
      '%',
    ]) {
      expectFailure(await verify(other), 400, 'INVALID_CODE')
    }
    expectOk(await verify(code))
  })

  test('is rejected when it is for a new password, and stays valid for that', async () => {
    const { email } = await buildMember(app)
    const resetUrl = `${app.deps.settings.publicUrl}/update-password`
    await app.call('POST', '/password/reset', { body: { email, resetUrl } })
    const code = codeIn((await mailsTo(app, email))[0])
    expectFailure(await verify(code), 400, 'INVALID_CODE')
    const body = { cipher: 'Another#1', confirmCipher: 'Another#1', resetCode: code }
    expectOk(await app.call('PUT', '/password/reset', { body }))
  })

  test.each([
    ['absent', undefined, 'Required.'],
    ['null', null, 'Required.'],
    ['empty', '', 'Required.'],
    ['blank', '  ', 'Required.'],
  ])('when it is %s', async (_, value, expected) => {
    expect(expectFailure(await verify(value), 400, 'INVALID').fields).toEqual({ verificationCode: expected })
  })

  test('300 wrong ones an hour from one network are enough, and right ones go on', async () => {
    const limited = await temporaryApp({
      settings: { RATE_LIMIT_SCALE: '1' },
      sameDatabaseAs: { url: app.databaseUrl },
    })
    const { code, emailAddress } = await newcomer()
    for (let turn = 0; turn < 300; turn += 1) expectFailure(await verify('guess', limited), 400)
    const rejected = await verify('guess', limited)
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000)
    expectOk(await verify(code, limited))
    const request = { email: emailAddress, resetUrl: 'http://localhost:3000/update-password' }
    expectOk(await app.call('POST', '/password/reset', { body: request }))
    const reset = (resetCode: unknown) =>
      limited.call('PUT', '/password/reset', {
        body: { cipher: 'Another#1', confirmCipher: 'Another#1', resetCode },
      })
    expectFailure(await reset('guess'), 429, 'TOO_MANY_REQUESTS')
    expectOk(await reset(codeIn((await mailsTo(app, emailAddress)).at(-1))))
  })
})

describe('sending the verification mail again', () => {
  test('sends a working link to an unverified address in any case', async () => {
    const { emailAddress } = await newcomer()
    const answer = await resend(emailAddress.toUpperCase())
    expect(answer).toMatchObject({ status: 200, body: { data: null, message: 'Please check your email' } })
    const mails = await mailsTo(app, emailAddress)
    expect(mails).toHaveLength(2)
    expect(mails[1]?.text).toMatch(/ http:\/\/localhost:3000\/mail-validate\?vCode=[\w-]{43}\n/)
    expect(codeIn(mails[1])).not.toBe(codeIn(mails[0]))
    expectOk(await verify(codeIn(mails[1])))
  })

  test('sends nothing to others, with the same response', async () => {
    const { emailAddress } = await newcomer()
    const { email } = await buildMember(app)
    const known = await resend(emailAddress)
    for (const address of [email, 'unknown@example.com']) {
      const answer = await resend(address)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(known.body)
      expect(await mailsTo(app, address)).toEqual([])
    }
  })

  test('sends at most three mails an hour with the same response', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' } })
    const { email } = await buildMember(limited, { verified_at: null })
    const ask = async () => (await resend(email, limited)).status
    expect([await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual(Array(5).fill(200))
    expect(await mailsTo(limited, email)).toHaveLength(3)
    limited.clock.move(hour + 1000)
    await ask()
    expect(await mailsTo(limited, email)).toHaveLength(4)
  })

  test('reaches whoever signed up from an address that strangers have used up', async () => {
    const limited = await temporaryApp({
      settings: { RATE_LIMIT_SCALE: '1' },
      sameDatabaseAs: { url: app.databaseUrl },
    })
    const { emailAddress } = await newcomer()
    for (let turn = 0; turn < 60; turn += 1) expectOk(await resend(`nobody.${turn}@example.com`, limited))
    expectFailure(await resend('nobody@example.com', limited), 429, 'TOO_MANY_REQUESTS')
    expectOk(await resend(emailAddress, limited))
  })

  test('ten concurrent requests get ten responses', async () => {
    const { emailAddress } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(emailAddress)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  test.each([
    [undefined, 'Required.'],
    ['adaeze', 'Email must be valid'],
  ])('not to %j', async (address, expected) => {
    expect(expectFailure(await resend(address), 400, 'INVALID').fields).toEqual({ emailAddress: expected })
  })
})

test('stores only hashes of codes', async () => {
  const { emailAddress, code, id } = await newcomer()
  const resetUrl = `${app.deps.settings.publicUrl}/update-password`
  const requested = { email: emailAddress, resetUrl }
  // The job is still in the queue, and must not contain the code either.
  await app.call('POST', '/password/reset', { body: requested })
  await resend(emailAddress)
  const queue = 'graphile_worker._private_tasks.identifier'
  expect(await placesInDatabase(app.deps.db, ['send-reset'], [queue])).toEqual([queue])
  expect(await placesInDatabase(app.deps.db, ['vCode', code])).toEqual([])
  const codes = (await mailsTo(app, emailAddress)).map(codeIn)
  expect(codes).toHaveLength(3)
  const stored = await app.deps.db.selectFrom('codes').selectAll().where('member_id', '=', id).execute()
  expect(stored).toHaveLength(3)
  const reset = stored.find(({ kind }) => kind === 'reset')
  expect(reset?.expires_at).toEqual(inHours(reset?.created_at ?? new Date(0), 1))
  const bytes = codes.map((one) => Buffer.from(one, 'base64url').toString('hex'))
  const places = await placesInDatabase(app.deps.db, [...codes, ...bytes, emailAddress])
  expect(places).toEqual(['public.members.email'])
})
