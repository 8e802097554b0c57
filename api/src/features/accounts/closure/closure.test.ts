import { describe, expect, test } from 'vitest'
import { getClosure, login } from '@rootsquare/contract/accounts'
import { moneyText } from '@rootsquare/contract/lib/money'
import { buildMember, buildMembers, password } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { received } from '#api/test/builders/messages.ts'
import { buildFinishedSale, setBankAccount } from '#api/test/builders/payouts.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { readRow, updateRows } from '#api/test/rows.ts'

const app = await sharedApp()

const day = 86_400_000

const close = (token: string, value: unknown = password, to = app) =>
  to.call('PUT', '/user/close-account', { body: { password: value }, token })

const cancel = (token: string, value: unknown = password, to = app) =>
  to.call('PUT', '/user/cancel-account-closure', { body: { password: value }, token })

const statusOf = (id: number | string, token: string) => app.call('GET', `/user/user-status/${id}`, { token })

async function askedAt(id: number) {
  const member = await readRow(app.deps.db, 'members', { id }, ['closure_requested_at'])
  return member.closure_requested_at
}

/** Creates a member whose token stays valid for the days that this test moves through. */
async function memberWithLongToken(value: Parameters<typeof buildMember>[1] = {}) {
  const member = await buildMember(app, value)
  const far = new Date(app.clock.now().getTime() + 400 * day)
  await updateRows(app.deps.db, 'sessions', { member_id: member.id }, { expires_at: far })
  const logIn = async () => {
    const body = { username: member.username, userSecret: password }
    return dataOf(login, await app.call('POST', '/login', { body })).access_token
  }
  return { ...member, logIn }
}

describe('closing the account', () => {
  test('sends a message, and the account continues to work', async () => {
    const { token, id, username } = await buildMember(app)
    const answer = await close(token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: { preClosed: true, gracePeriod: 30 },
      message: 'Account closure request submitted. You can cancel it within 30 days.',
    })
    expect((await statusOf(id, token)).body).toEqual({ data: { preClosed: true, gracePeriod: 30 } })
    expectOk(await app.call('GET', `/user/${id}`, { token }))
    const change = { body: { bio: 'Still here' }, token }
    expectOk(await app.call('PUT', `/user/update/${id}`, change))
    const again = { body: { username, userSecret: password } }
    expectOk(await app.call('POST', '/login', again))
  })

  test('a second request does not restart the 30 days', async () => {
    const member = await memberWithLongToken()
    await close(member.token)
    const first = await askedAt(member.id)
    const left = async (token: string) => dataOf(getClosure, await statusOf(member.id, token)).gracePeriod
    app.clock.move(day - 60_000)
    expect(await left(await member.logIn())).toBe(30)
    app.clock.move(120_000)
    const token = await member.logIn()
    expect(await left(token)).toBe(29)
    expect((await close(token)).body.data).toEqual({ preClosed: true, gracePeriod: 29 })
    expect(await askedAt(member.id)).toEqual(first)
    app.clock.move(28 * day)
    expect(await left(await member.logIn())).toBe(1)
    app.clock.move(2 * day)
    const late = await member.logIn()
    expect((await statusOf(member.id, late)).body.data).toEqual({ preClosed: true, gracePeriod: 0 })
  })

  test('can be canceled, and a new request starts with 30 days', async () => {
    const member = await memberWithLongToken()
    await close(member.token)
    app.clock.move(10 * day)
    const token = await member.logIn()
    const answer = await cancel(token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: { preClosed: false, gracePeriod: 0 },
      message: 'Account closure cancelled. Your account remains active.',
    })
    expect((await statusOf(member.id, token)).body.data).toEqual({ preClosed: false, gracePeriod: 0 })
    expect((await close(token)).body.data).toEqual({ preClosed: true, gracePeriod: 30 })
  })

  test('canceling without a closure changes nothing', async () => {
    const { token, id } = await buildMember(app)
    expect(await cancel(token)).toMatchObject({
      status: 200,
      body: { data: { preClosed: false, gracePeriod: 0 } },
    })
    expect(await askedAt(id)).toBeNull()
  })

  test('sends one automated message for repeated requests', async () => {
    const member = await buildMember(app)
    const { token } = member
    const found = async () =>
      (await received(app, member, { userId: 0 })).content.map(({ message }) => message)
    await cancel(token)
    expect(await found()).toEqual([])
    expectFailure(await close(token, 'Incorrect#1'), 400)
    await Promise.all(Array.from({ length: 5 }, () => close(token)))
    await close(token)
    const request = expect.stringMatching(/^You asked us to close your account\. .* 30 days.* cancel/)
    expect(await found()).toEqual([request])
    await Promise.all(Array.from({ length: 5 }, () => cancel(token)))
    await cancel(token)
    const cancelled = expect.stringMatching(/^You cancelled the closure of your account\./)
    expect(await found()).toEqual([cancelled, request])
  })

  test.each([
    [true, 500_000, 'It is sent to your bank account first.'],
    [true, 99_999, 'It can only be sent to a bank account that you have added under Payouts'],
    [false, 500_000, 'It can only be sent to a bank account that you have added under Payouts'],
  ])(
    'tells a seller what has not been paid out, with a bank account: %s, %i kobo',
    async (has, kobo, text) => {
      const seller = await buildMember(app)
      if (has) await setBankAccount(app, seller)
      await buildFinishedSale(app, seller, { kobo, daysAgo: 1 })
      await close(seller.token)
      const { content } = await received(app, seller, { userId: 0 })
      expect(content[0]?.message).toContain(`earned ${moneyText(kobo)} that has not been paid out. ${text}`)
    },
  )

  test('ten concurrent requests cause one closure', async () => {
    const { token, id } = await buildMember(app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => close(token)))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { data: { gracePeriod: 30 } } })
    }
    expect(await askedAt(id)).not.toBeNull()
  })

  test('closing and canceling at once end in one of the two', async () => {
    const { token, id } = await buildMember(app)
    const answers = await Promise.all([close(token), cancel(token), close(token), cancel(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { preClosed } = dataOf(getClosure, await statusOf(id, token))
    expect(preClosed).toBe((await askedAt(id)) !== null)
  })

  test('changes no other member', async () => {
    const { token } = await buildMember(app)
    const other = await buildMember(app)
    await close(token)
    expect(await askedAt(other.id)).toBeNull()
  })
})

describe.each([
  ['closing', close],
  ['cancelling', cancel],
] as const)('%s requires the password', (_, act) => {
  test('a wrong password is rejected and nothing changes', async () => {
    const request = act === cancel ? app.clock.now() : null
    const { token, id } = await buildMember(app, { closure_requested_at: request })
    for (const wrong of ['Incorrect#1', ` ${password}`, 'x']) {
      const failure = expectFailure(await act(token, wrong), 400, 'WRONG_PASSWORD')
      expect(failure.fields).toEqual({ password: 'The password is not correct.' })
    }
    expect(await askedAt(id)).toEqual(request)
  })

  test.each([null, ''])('the password %j is rejected with "Password is required"', async (value) => {
    const { token } = await buildMember(app)
    const failure = expectFailure(await act(token, value), 400, 'INVALID')
    expect(failure.fields).toEqual({ password: 'Password is required' })
  })

  test('a missing password is rejected with "Password is required"', async () => {
    const { token } = await buildMember(app)
    const path = act === close ? '/user/close-account' : '/user/cancel-account-closure'
    const failure = expectFailure(await app.call('PUT', path, { body: {}, token }), 400, 'INVALID')
    expect(failure.fields).toEqual({ password: 'Password is required' })
    expectFailure(await app.call('PUT', path, { token }), 400, 'INVALID')
  })

  test('answers 429 after ten wrong passwords in 15 minutes', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' } })
    const { token } = await buildMember(limited)
    for (let turn = 0; turn < 10; turn += 1) {
      expectFailure(await act(token, 'Incorrect#1', limited), 400, 'WRONG_PASSWORD')
    }
    const rejected = await act(token, password, limited)
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(800)
  })
})

describe('the last super admin', () => {
  async function appWith(count: number) {
    const ownApp = await temporaryApp()
    const admins = await buildMembers(ownApp, count, { role: 'SUPERADMIN' })
    const closing = () =>
      ownApp.deps.db
        .selectFrom('members')
        .select('id')
        .where('role', '=', 'SUPERADMIN')
        .where('closure_requested_at', 'is not', null)
        .execute()
    return { ownApp, admins, closing }
  }

  test('cannot close the account', async () => {
    const { ownApp, admins, closing } = await appWith(1)
    const answer = await close(admins[0]?.token ?? '', password, ownApp)
    const failure = expectFailure(answer, 403, 'LAST_SUPERADMIN')
    expect(failure.error).toEqual(['The last super admin cannot be closed.'])
    expect(await closing()).toEqual([])
  })

  test('is the last one if the others are closing or banned', async () => {
    const { ownApp, admins, closing } = await appWith(2)
    const [first, second] = admins
    await buildMember(ownApp, { role: 'SUPERADMIN', banned_at: ownApp.clock.now() })
    await buildMember(ownApp, { role: 'ADMIN' })
    expectOk(await close(first?.token ?? '', password, ownApp))
    expectOk(await close(first?.token ?? '', password, ownApp))
    expectFailure(await close(second?.token ?? '', password, ownApp), 403, 'LAST_SUPERADMIN')
    expect(await closing()).toHaveLength(1)
    await cancel(first?.token ?? '', password, ownApp)
    expectOk(await close(second?.token ?? '', password, ownApp))
  })

  test.each([2, 5])('one remains when all %i close at once', async (count) => {
    const { ownApp, admins, closing } = await appWith(count)
    const answers = await Promise.all(admins.map(({ token }) => close(token, password, ownApp)))
    const rejected = answers.filter(({ status }) => status !== 200)
    expect(rejected).toHaveLength(1)
    for (const answer of rejected) expectFailure(answer, 403, 'LAST_SUPERADMIN')
    expect(await closing()).toHaveLength(count - 1)
  })

  test('stays when the other one closes at the same moment', async () => {
    const { ownApp, admins, closing } = await appWith(2)
    const [first, second] = admins
    const answer = callDuring(
      ownApp,
      'update members set closure_requested_at = now() where id = $1',
      [first?.id],
      () => close(second?.token ?? '', password, ownApp),
    )
    expectFailure(await answer, 403, 'LAST_SUPERADMIN')
    expect(await closing()).toEqual([{ id: first?.id }])
  })

  test('an admin may close the account', async () => {
    const { token } = await buildMember(app, { role: 'ADMIN' })
    expectOk(await close(token))
  })
})

describe('the closure status', () => {
  test('is a 404 for other members', async () => {
    const { token } = await buildMember(app)
    const other = await buildMember(app, { closure_requested_at: app.clock.now() })
    expectFailure(await statusOf(other.id, token), 404, 'NOT_FOUND')
    expectFailure(await statusOf(987_654_321, token), 404, 'NOT_FOUND')
  })

  test.each(['ADMIN', 'SUPERADMIN'] as const)('is visible to %s for every member', async (role) => {
    const { token } = await buildMember(app, { role })
    const closing = await buildMember(app, { closure_requested_at: app.clock.now() })
    const staying = await buildMember(app)
    expect((await statusOf(closing.id, token)).body).toEqual({ data: { preClosed: true, gracePeriod: 30 } })
    expect((await statusOf(staying.id, token)).body).toEqual({ data: { preClosed: false, gracePeriod: 0 } })
    expectFailure(await statusOf(987_654_321, token), 404, 'NOT_FOUND')
  })
})
