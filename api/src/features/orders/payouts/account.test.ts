import { describe, expect, test } from 'vitest'
import { getPayoutAccount, listBanks, setPayoutAccount } from '@rootsquare/contract/trade/payouts'
import { received } from '#api/test/builders/messages.ts'
import { buildMember, password } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { startFakePaystack } from '#api/test/fakes/paystack.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const hour = 3_600_000

const good = { bankCode: '058', accountNumber: '0123451234', password }
const put = (token: string, changes: object = {}, to = app) =>
  to.call('PUT', '/payouts/account', { token, body: { ...good, ...changes } })
const get = async (token: string) =>
  dataOf(getPayoutAccount, await app.call('GET', '/payouts/account', { token }))

const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email)

describe('the bank account', () => {
  test('gets its holder from the bank and can be used a day later', async () => {
    const { token, id } = await buildMember(app)
    expect(await get(token)).toBeNull()
    const from = app.clock.now().getTime() + 24 * hour
    const answer = await put(token)
    expect(answer.body).toMatchObject({ message: 'Bank account saved' })
    const account = dataOf(setPayoutAccount, answer)
    expect(account).toMatchObject({
      bankName: 'Guaranty Trust Bank',
      accountName: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
      last4: '1234',
    })
    expect(Date.parse(account.usableFrom) - from).toBeLessThan(hour)
    expect(Date.parse(account.usableFrom)).toBeGreaterThanOrEqual(from)
    expect(await get(token)).toEqual(account)
    const row = await app.deps.db
      .selectFrom('payout_accounts')
      .selectAll()
      .where('member_id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ bank_code: '058', recipient_code: expect.stringMatching(/^RCP_/) })
    expect(JSON.stringify(row)).not.toContain('0123451234')
  })

  test('notifies the member by mail and message once for each change', async () => {
    const member = await buildMember(app)
    const { token, email } = member
    const first = dataOf(setPayoutAccount, await put(token))
    app.clock.move(hour)
    expect(dataOf(setPayoutAccount, await put(token))).toEqual(first)
    await app.runJobs()
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your bank account for payouts has been changed')
    expect(mail?.text).toContain(`payouts go to ${first.accountName}, Guaranty Trust Bank ••••1234.`)
    expect(mail?.text).toContain('If this was not you, change your password')
    expect((await received(app, member)).totalElements).toBe(1)
    const second = dataOf(setPayoutAccount, await put(token, { accountNumber: '0123455678' }))
    expect(Date.parse(second.usableFrom)).toBeGreaterThan(Date.parse(first.usableFrom))
    await app.runJobs()
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test.each([
    [{ bankCode: 'nowhere' }, 'bankCode', 'Choose a bank from the list.'],
    [{ accountNumber: '012345678' }, 'accountNumber', 'Account numbers have 10 digits.'],
    [{ accountNumber: '01234 56789' }, 'accountNumber', 'Account numbers have 10 digits.'],
    [
      { accountNumber: '9999000000' },
      'accountNumber',
      'We could not find this account at Guaranty Trust Bank.',
    ],
    [{ password: 'Wrong#1word' }, 'password', 'The password is not correct.'],
  ])('is rejected with %o', async (changes, field, text) => {
    const { token } = await buildMember(app)
    const answer = await put(token, changes)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { [field]: text } })
    expect(await get(token)).toBeNull()
  })

  test('is one of two accounts that are set at once, never a mixture', async () => {
    const { token, email } = await buildMember(app)
    const changes = [{}, { bankCode: '044', accountNumber: '0123455678' }]
    const answers = await Promise.all(changes.map((change) => put(token, change)))
    const stored = answers.map((answer) => dataOf(setPayoutAccount, answer))
    expect(stored).toContainEqual(await get(token))
    await app.runJobs()
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('cannot be set by guessing the password', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' } })
    const { token } = await buildMember(limited)
    for (let turn = 0; turn < 10; turn += 1)
      expect((await put(token, { password: 'Wrong#1word' }, limited)).status).toBe(400)
    expectFailure(await put(token, {}, limited), 429, 'TOO_MANY_REQUESTS')
  })

  test('can be used at once if the setting is 0', async () => {
    const quick = await temporaryApp({ settings: { PAYOUT_ACCOUNT_HOURS: '0' } })
    const { token } = await buildMember(quick)
    const { usableFrom } = dataOf(setPayoutAccount, await put(token, {}, quick))
    expect(Date.parse(usableFrom)).toBeLessThanOrEqual(quick.clock.now().getTime())
  })
})

describe('while the provider does not answer', () => {
  test('lists the banks loaded before and changes no account', async () => {
    const fake = await startFakePaystack()
    const real = await temporaryApp({ settings: fake.settings })
    const { token } = await buildMember(real)
    const banks = () => real.call('GET', '/payouts/banks', { token })
    await fake.away()
    expectFailure(await banks(), 503, 'UNAVAILABLE')
    expect((await banks()).headers.get('retry-after')).toBe('5')
    await fake.back()
    const listed = dataOf(listBanks, await banks())
    expect(listed).toContainEqual({ code: '058', name: 'Guaranty Trust Bank' })
    await banks()
    expect(fake.requests).toHaveLength(1)
    real.clock.move(hour)
    await fake.away()
    expect(dataOf(listBanks, await banks())).toEqual(listed)
    expectFailure(await put(token, {}, real), 503, 'UNAVAILABLE')
    await fake.back()
    fake.next('recipient', 'lost')
    expectFailure(await put(token, {}, real), 503, 'UNAVAILABLE')
    expect((await put(token, {}, real)).status).toBe(200)
    await fake.stop()
  })
})
