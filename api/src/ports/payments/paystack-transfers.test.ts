import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakePaystack, type FakePaystack, type Fault } from '#api/test/fakes/paystack.ts'
import { isBalanceTooLow, isDeclined, isUnknownReference, ProviderError } from './payments.ts'
import { paystack } from './paystack.ts'

let fake: FakePaystack
beforeEach(async () => {
  fake = await startFakePaystack()
})
afterEach(() => fake.stop())

const client = (totalMs = 5000) =>
  paystack({
    secretKey: fake.secretKey,
    base: () => fake.url,
    publicUrl: 'http://square.example',
    times: { connectMs: 2000, totalMs },
  })

const account = { bankCode: '058', accountNumber: '0000000001' }
const reference = 'payout-7-2026-11-17-1'

async function newTransfer(accountNumber = account.accountNumber) {
  const { recipientCode } = await client().createRecipient({ ...account, accountNumber, name: 'ADA OBI' })
  return { amountKobo: 150_000, recipientCode, reason: 'Payout', reference }
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    (value: unknown) => {
      throw new Error(`The provider reported no error: ${JSON.stringify(value)}`)
    },
    (reason: unknown) => reason,
  )

const listReply = (data: unknown, meta?: object): Fault => ({
  reply: { status: 200, body: { status: true, message: '', data, meta } },
})
const bank = (code: unknown, more: object = {}) => ({ code, name: `Bank ${String(code)}`, ...more })
const page = (from: number) => Array.from({ length: 100 }, (_, index) => bank(String(from + index)))

describe('banks', () => {
  test('are sorted by name', async () => {
    const banks = await client().banks()
    expect(banks).toContainEqual({ code: '058', name: 'Guaranty Trust Bank' })
    expect(banks.map(({ name }) => name)).toEqual(banks.map(({ name }) => name).toSorted())
    expect(fake.requests[0]?.query.get('country')).toBe('nigeria')
  })

  test('are active, in Naira and for bank accounts', async () => {
    const listed = [
      bank('1', { active: true, is_deleted: null, currency: 'NGN', type: 'nuban' }),
      bank(2),
      bank('2'),
      bank('3', { active: false }),
      bank('4', { is_deleted: true }),
      bank('5', { currency: 'GHS' }),
      bank('6', { type: 'mobile_money' }),
      bank('7', { name: ' ' }),
      { name: 'No code' },
      'no bank',
      null,
    ]
    fake.next('banks', listReply(listed))
    expect(await client().banks()).toEqual([
      { code: '1', name: 'Bank 1' },
      { code: '2', name: 'Bank 2' },
    ])
  })

  test('come from all pages, by cursor or by number', async () => {
    fake.next('banks', listReply(page(100), { next: 'a/b=' }), listReply([bank('9')], { next: null }))
    expect(await client().banks()).toHaveLength(101)
    fake.next('banks', listReply(page(100)), listReply(page(200)), listReply([]))
    expect(await client().banks()).toHaveLength(200)
    const places = fake.requests.map(({ query }) => query.get('next') ?? query.get('page'))
    expect(places).toEqual(['1', 'a/b=', '1', '2', '3'])
  })

  test('end where a page repeats', async () => {
    fake.always('banks', listReply(page(100), { next: 'again' }))
    expect(await client().banks()).toHaveLength(100)
    expect(fake.requests).toHaveLength(2)
  })

  test('are unreadable where they are no list', async () => {
    fake.next('banks', listReply({ banks: [] }))
    expect(await errorOf(client().banks())).toMatchObject({ kind: 'unreadable' })
  })
})

describe('an account', () => {
  test('has a name and becomes one recipient', async () => {
    const { accountName } = await client().resolveAccount(account)
    expect(accountName).toMatch(/^[A-Z]+ [A-Z]+$/)
    const recipient = { ...account, name: accountName }
    const first = await client().createRecipient(recipient)
    expect(first.recipientCode).toMatch(/^RCP_/)
    expect(await client().createRecipient(recipient)).toEqual(first)
    expect(fake.requests.map(({ body }) => body).at(-1)).toEqual({
      type: 'nuban',
      name: accountName,
      account_number: '0000000001',
      bank_code: '058',
      currency: 'NGN',
    })
  })

  test('that does not exist is declined, and a provider away is not', async () => {
    const unknown = await errorOf(client().resolveAccount({ ...account, accountNumber: '9999000000' }))
    expect(unknown).toMatchObject({ kind: 'refused', status: 422 })
    expect(isDeclined(unknown)).toBe(true)
    fake.next('resolve', { data: { account_name: ' ' } })
    expect(await errorOf(client().resolveAccount(account))).toMatchObject({ kind: 'unreadable' })
    fake.always('resolve', 'error')
    const away = await errorOf(client().resolveAccount(account))
    expect({ away, isDeclined: isDeclined(away) }).toMatchObject({
      away: { kind: 'unreachable' },
      isDeclined: false,
    })
    fake.next('recipient', { data: { recipient_code: null } })
    expect(await errorOf(newTransfer())).toMatchObject({ kind: 'unreadable' })
  })
})

describe('a transfer', () => {
  test('is requested and verified under our reference, once', async () => {
    const transfer = await newTransfer()
    const made = await client().transfer(transfer)
    expect(made).toMatchObject({ status: 'pending', reference, amountKobo: 150_000, recipientCode: null })
    expect(fake.requests.at(-1)?.body).toEqual({
      source: 'balance',
      amount: 150_000,
      recipient: transfer.recipientCode,
      reason: 'Payout',
      reference,
    })
    expect(await client().transfer(transfer)).toEqual(made)
    expect(fake.transfers.size).toBe(1)
    fake.transferEvent(reference, 'success')
    expect(await client().verifyTransfer(reference)).toEqual({
      status: 'success',
      reference,
      amountKobo: 150_000,
      currency: 'NGN',
      domain: 'test',
      feeKobo: 1000,
      recipientCode: transfer.recipientCode,
      transferCode: made.transferCode,
      gatewayResponse: null,
    })
  })

  test.each(['otp', 'received', 'failed', 'reversed', 'abandoned', 'blocked', 'rejected', 'new'])(
    'has the status %s as it is',
    async (status) => {
      await client().transfer(await newTransfer())
      fake.next('verifyTransfer', { data: { status } })
      expect(await client().verifyTransfer(reference)).toMatchObject({ status })
    },
  )

  test.each<[object, object]>([
    [
      { amount: '150000', fee_charged: '5000' },
      { amountKobo: 150_000, feeKobo: 5000 },
    ],
    [
      { fee_charged: null, currency: null, domain: undefined },
      { feeKobo: null, currency: null, domain: null },
    ],
    [{ id: '18446744073709551615', transfer_code: null }, { transferCode: null }],
    [{ recipient: 'RCP_1' }, { recipientCode: 'RCP_1' }],
    [{ recipient: 12 }, { recipientCode: null }],
    [{ recipient: '12' }, { recipientCode: null }],
    [{ recipient: { id: 12 } }, { recipientCode: null }],
    [
      { recipient: null, failures: [], gateway_response: {} },
      { recipientCode: null, gatewayResponse: null },
    ],
  ])('is parsed from %o', async (data, expected) => {
    await client().transfer(await newTransfer())
    fake.next('verifyTransfer', { data: { ...data } })
    expect(await client().verifyTransfer(reference)).toMatchObject(expected)
  })

  test.each([{ reference: 'other' }, { amount: null }, { amount: -1 }, { amount: 0.5 }, { status: null }])(
    'is unreadable as %o',
    async (data) => {
      await client().transfer(await newTransfer())
      fake.next('verifyTransfer', { data })
      expect(await errorOf(client().verifyTransfer(reference))).toMatchObject({ kind: 'unreadable' })
    },
  )

  test('whose answer omits the amount has the one that was asked for', async () => {
    fake.next('transfer', { data: { amount: undefined } })
    expect(await client().transfer(await newTransfer())).toMatchObject({ amountKobo: 150_000 })
  })

  test.each<[Fault, string, boolean]>([
    ['lost', 'unclear', true],
    ['errorAfter', 'unclear', true],
    ['malformed', 'unreadable', true],
    ['cut', 'unclear', false],
    ['hang', 'unclear', false],
    [{ reply: { status: 429, body: {} } }, 'unreachable', false],
  ])('with the answer %o is %s', async (fault, kind, isMade) => {
    const transfer = await newTransfer()
    fake.next('transfer', fault)
    expect(await errorOf(client(fault === 'hang' ? 150 : 5000).transfer(transfer))).toMatchObject({ kind })
    expect(fake.transfers.has(reference)).toBe(isMade)
  })

  test('that is unknown differs from one that cannot be asked about', async () => {
    const unknown = await errorOf(client().verifyTransfer('nothing'))
    fake.always('verifyTransfer', 'error')
    const away = await errorOf(client().verifyTransfer('nothing'))
    expect([unknown, away].map(isUnknownReference)).toEqual([true, false])
  })

  test('beyond the balance is not made', async () => {
    const error = await errorOf(client().transfer(await newTransfer('0000000006')))
    expect({ isLow: isBalanceTooLow(error), made: fake.transfers.size }).toEqual({ isLow: true, made: 0 })
  })
})

test.each<[string, string | undefined, number, boolean]>([
  ['Your balance is not enough to fulfill this request', undefined, 400, true],
  ['Insufficient balance', 'transfer_failed', 400, true],
  ['Refused', 'insufficient_balance', 400, true],
  ['Invalid recipient', 'invalid_params', 400, false],
  ['Your balance is not enough', undefined, 401, false],
])('“%s” (%s, %i) means too little balance: %s', (message, code, status, expected) => {
  expect(isBalanceTooLow(new ProviderError('refused', message, { code, status }))).toBe(expected)
})
