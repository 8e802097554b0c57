import { changeSignUpEmail } from '@rootsquare/contract/accounts'
import { describe, expect, test } from 'vitest'
import { createCode } from '#api/features/accounts/sign-up/codes.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { buildMember, buildSignUp, codeIn, mailsTo, password } from '#api/test/builders/members.ts'
import { readRow, readRows } from '#api/test/rows.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'

const app = await sharedApp()
const { db } = app.deps
const validationUrl = `${app.deps.settings.publicUrl}/mail-validate`
let number = 0

function newAddress(): string {
  number += 1
  return `corrected${number}.${process.pid}@example.com`
}

/** Signs up with a mistyped address. */
async function newcomer(to: TestApp = app) {
  const body = await buildSignUp(to)
  expectOk(await to.call('POST', '/create/user', { body }))
  return { username: body.username, userSecret: body.cipherCode, emailAddress: body.emailAddress }
}

const change = (body: Record<string, unknown>, to: TestApp = app) =>
  to.call('POST', '/signup/email/change', { body: { validationUrl, ...body } })

const verify = (verificationCode: string) =>
  app.call('POST', '/signup/email/verify', { body: { verificationCode } })

describe('correcting the address of a sign-up', () => {
  test('sends the mail to the new address, whose link verifies it', async () => {
    const account = await newcomer()
    const emailAddress = newAddress()
    const called = await change({ ...account, emailAddress })
    expect(called.body.message).toBe('Please check your email')
    const { id } = await readRow(db, 'members', { username: account.username }, ['id'])
    expect(dataOf(changeSignUpEmail, called)).toEqual({ id, username: account.username, emailAddress })
    const mails = await mailsTo(app, emailAddress)
    expect(mails.at(-1)?.text).toMatch(/ http:\/\/localhost:3000\/mail-validate\?vCode=[\w-]{43}\n/)
    expectOk(await verify(codeIn(mails.at(-1))))
    expectOk(await app.call('POST', '/login', { body: { ...account, username: emailAddress } }))
  })

  test('ends the codes that were sent to the old address', async () => {
    const account = await newcomer()
    const verification = codeIn((await mailsTo(app, account.emailAddress))[0])
    const resetUrl = `${app.deps.settings.publicUrl}/update-password`
    await app.call('POST', '/password/reset', { body: { email: account.emailAddress, resetUrl } })
    const resetCode = codeIn((await mailsTo(app, account.emailAddress)).at(-1))
    expectOk(await change({ ...account, emailAddress: newAddress() }))
    expectFailure(await verify(verification), 400, 'INVALID_CODE')
    const body = { cipher: 'Another#1horse', confirmCipher: 'Another#1horse', resetCode }
    expectFailure(await app.call('PUT', '/password/reset', { body }), 400, 'INVALID_CODE')
  })

  test('sends no more mail to the old address, even one that is on its way', async () => {
    const account = await newcomer()
    const receiver = await readRow(db, 'members', { username: account.username }, ['id', 'email'])
    expectOk(await change({ ...account, emailAddress: newAddress() }))
    // The job read the old address before it was changed.
    expect(await createCode(db, 'verify', receiver, app.clock.now())).toBeNull()
    expect(await mailsTo(app, account.emailAddress)).toEqual([])
    expect(await readRows(db, 'codes', { member_id: receiver.id })).not.toEqual([])
  })

  test('frees the old address for another sign-up', async () => {
    const account = await newcomer()
    expectOk(await change({ ...account, emailAddress: newAddress() }))
    const body = await buildSignUp(app, { emailAddress: account.emailAddress })
    expectOk(await app.call('POST', '/create/user', { body }))
  })

  test('to the same address sends the mail again, also for the address as a name', async () => {
    const account = await newcomer()
    const { emailAddress } = account
    expectOk(await change({ ...account, username: emailAddress, emailAddress: emailAddress.toUpperCase() }))
    expectOk(await change(account))
    expectOk(await verify(codeIn((await mailsTo(app, emailAddress)).at(-1))))
  })

  test('to a registered address is a 409, also when two choose it at once', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const taken = { emailAddress: 'This email address is already registered.' }
    const called = await change({ ...one, emailAddress: other.emailAddress.toUpperCase() })
    expect(expectFailure(called, 409, 'TAKEN').fields).toEqual(taken)
    expect(await readRow(db, 'members', { username: one.username }, ['email'])).toEqual({
      email: one.emailAddress,
    })
    const emailAddress = newAddress()
    const answers = await Promise.all([one, other].map((account) => change({ ...account, emailAddress })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is a 409 once the address is verified', async () => {
    const { username } = await buildMember(app)
    const called = await change({ username, userSecret: password, emailAddress: newAddress() })
    expectFailure(called, 409, 'ALREADY_VERIFIED')
  })

  test('and verifying at the same time have one winner', async () => {
    const account = await newcomer()
    const code = codeIn((await mailsTo(app, account.emailAddress))[0])
    const [changed, verified] = await Promise.all([
      change({ ...account, emailAddress: newAddress() }),
      verify(code),
    ])
    expect([changed.status, verified.status]).toBeOneOf([
      [200, 400],
      [409, 200],
    ])
  })

  test('answers a wrong name or password as the log-in does', async () => {
    const account = await newcomer()
    const emailAddress = newAddress()
    const wrong = { ...account, userSecret: 'Incorrect#1', emailAddress }
    const expected = (await app.call('POST', '/login', { body: wrong })).body
    const verified = await buildMember(app)
    for (const username of [account.username, 'nobody.here', verified.username]) {
      const called = await change({ ...wrong, username })
      expectFailure(called, 400, 'BAD_CREDENTIALS')
      expect(called.body).toEqual(expected)
    }
    expect(await mailsTo(app, emailAddress)).toEqual([])
  })

  test('is rejected for suspended and banned accounts', async () => {
    const now = app.clock.now()
    const banned = { verified_at: null, banned_at: now, ban_reason: 'Spam' }
    const suspended = { verified_at: null, suspended_until: inDays(now, 1), suspension_reason: 'Spam' }
    for (const columns of [banned, suspended]) {
      const { username } = await buildMember(app, columns)
      const called = await change({ username, userSecret: password, emailAddress: newAddress() })
      expect(expectFailure(called, 403)).toMatchObject({ reason: 'Spam' })
    }
  })

  test.each([
    [{ validationUrl: 'http://evil.example/mail-validate' }, 'validationUrl'],
    [{ validationUrl: undefined }, 'validationUrl'],
    [{ emailAddress: 'tola' }, 'emailAddress'],
    [{ emailAddress: null }, 'emailAddress'],
    [{ username: '' }, 'username'],
    [{ userSecret: 7 }, 'userSecret'],
    [{ userSecret: 'x'.repeat(129) }, 'userSecret'],
  ])('rejects %j', async (part, field) => {
    const account = await newcomer()
    const called = await change({ ...account, emailAddress: newAddress(), ...part })
    expect(Object.keys(expectFailure(called, 400).fields ?? {})).toEqual([field])
    expect(await readRow(db, 'members', { username: account.username }, ['email'])).toEqual({
      email: account.emailAddress,
    })
  })
})

describe('the limits of correcting an address', () => {
  const limitedApp = () =>
    temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' }, sameDatabaseAs: { url: app.databaseUrl } })

  test('count wrong passwords together with those at the log-in', async () => {
    const limited = await limitedApp()
    const account = await newcomer(limited)
    const wrong = { ...account, userSecret: 'Incorrect#1' }
    for (let turn = 0; turn < 5; turn += 1) {
      expectFailure(await change(wrong, limited), 400)
      expectFailure(await limited.call('POST', '/login', { body: wrong }), 400)
    }
    expectFailure(await change(account, limited), 429)
    expectFailure(await limited.call('POST', '/login', { body: account }), 429)
  })

  test('allow three mails an hour to an address, and say when there are more', async () => {
    const limited = await limitedApp()
    const account = await newcomer(limited)
    for (let turn = 0; turn < 2; turn += 1) expectOk(await change(account, limited))
    expectFailure(await change(account, limited), 429)
    expectOk(await change({ ...account, emailAddress: newAddress() }, limited))
  })

  test('count the mails of sign-ups with an address that others gave up', async () => {
    const limited = await limitedApp()
    const { emailAddress } = await newcomer(limited)
    const signUp = async () => {
      const body = await buildSignUp(limited, { emailAddress })
      const answer = await limited.call('POST', '/create/user', { body })
      const account = { username: body.username, userSecret: body.cipherCode }
      if (answer.status === 200) expectOk(await change({ ...account, emailAddress: newAddress() }, limited))
      return answer.status
    }
    expect(await signUp()).toBe(409)
    await db.deleteFrom('members').where('email', '=', emailAddress).execute()
    expect([await signUp(), await signUp(), await signUp()]).toEqual([200, 200, 429])
  })

  test('do not count sign-ups that were rejected because another was faster', async () => {
    const limited = await limitedApp()
    const emailAddress = newAddress()
    const bodies = await Promise.all(Array.from({ length: 6 }, () => buildSignUp(limited, { emailAddress })))
    const answers = await Promise.all(bodies.map((body) => limited.call('POST', '/create/user', { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('allow ten addresses an hour, registered ones included', async () => {
    const limited = await limitedApp()
    const account = await newcomer(limited)
    const { emailAddress } = await newcomer(limited)
    const answers: number[] = []
    for (let turn = 0; turn < 11; turn += 1)
      answers.push(
        (await change({ ...account, emailAddress: turn === 0 ? emailAddress : newAddress() }, limited))
          .status,
      )
    expect(answers).toEqual([409, ...Array(9).fill(200), 429])
  })
})
