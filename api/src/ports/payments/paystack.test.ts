import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakePaystack, type FakePaystack, type Fault } from '#api/test/fakes/paystack.ts'
import { isBalanceTooLow, isDeclined, isUnknownReference, ProviderError } from './payments.ts'
import { paystack } from './paystack.ts'

let fake: FakePaystack
beforeEach(async () => {
  fake = await startFakePaystack()
})
afterEach(() => fake.stop())

const publicUrl = 'http://square.example'
const client = (totalMs = 5000) =>
  paystack({
    secretKey: fake.secretKey,
    base: () => fake.url,
    publicUrl,
    times: { connectMs: 2000, totalMs },
  })

const payment = {
  email: 'ada@example.com',
  amountKobo: 500_000,
  reference: 'RS-1',
  callbackUrl: `${publicUrl}/my-order/RS-1`,
  cancelUrl: `${publicUrl}/my-orders`,
}
const refund = { reference: 'RS-1', amountKobo: 100_000, currency: 'NGN', note: 'refund 7' }

async function errorOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ProviderError) return error
  throw new Error(`The provider reported no error: ${String(error)}`)
}

const calls = () => fake.requests.map(({ call }) => call)

test('a payment is opened, verified and refunded in parts', async () => {
  const payments = client()
  expect(payments.mode).toBe('test')
  const { authorizationUrl } = await payments.initialize(payment)
  expect(authorizationUrl).toMatch(/^https:\/\/checkout\.paystack\.com\/\d+$/)
  expect(fake.requests[0]?.body).toEqual({
    email: 'ada@example.com',
    amount: 500_000,
    currency: 'NGN',
    reference: 'RS-1',
    callback_url: payment.callbackUrl,
    channels: ['card', 'bank_transfer', 'ussd'],
    metadata: { cancel_action: payment.cancelUrl },
  })
  expect(await payments.verify('RS-1')).toMatchObject({ status: 'abandoned', amountKobo: 500_000 })

  fake.pay('RS-1', { amount: 507_500 })
  expect(await payments.verify('RS-1')).toEqual({
    status: 'success',
    reference: 'RS-1',
    amountKobo: 507_500,
    requestedKobo: 500_000,
    currency: 'NGN',
    domain: 'test',
    gatewayResponse: 'Successful',
    feesKobo: 0,
  })
  const { id, status } = await payments.refund(refund)
  expect(status).toBe('pending')
  expect(await payments.refundsOf('RS-1')).toEqual([
    { id, amountKobo: 100_000, status: 'pending', note: 'refund 7' },
  ])
})

test('an error of the provider keeps its code and message', async () => {
  const payments = client()
  await payments.initialize(payment)
  expect(await errorOf(payments.initialize(payment))).toMatchObject({
    kind: 'refused',
    code: 'duplicate_reference',
    message: 'Duplicate Transaction Reference',
    status: 400,
  })
  expect(await errorOf(payments.verify('RS-0'))).toMatchObject({
    kind: 'refused',
    code: 'transaction_not_found',
  })
  const stranger = paystack({ secretKey: 'sk_live_other', base: () => fake.url, publicUrl })
  expect(stranger.mode).toBe('live')
  const error = await errorOf(stranger.verify('RS-1'))
  expect(error).toMatchObject({ kind: 'refused', status: 401 })
  expect(JSON.stringify([error, error.message, error.stack])).not.toContain('sk_live_other')
})

describe('a POST', () => {
  test.each<[Fault, string]>([
    ['lost', 'unclear'],
    ['cut', 'unclear'],
    ['hang', 'unclear'],
    ['error', 'unclear'],
    ['errorAfter', 'unclear'],
    ['malformed', 'unreadable'],
    [{ reply: { status: 429, body: {} } }, 'unreachable'],
    [{ reply: { status: 200, body: { status: true, data: { id: 1 } } } }, 'unreadable'],
    [{ reply: { status: 302, body: { status: true, data: {} } } }, 'unreadable'],
    [{ reply: { status: 200, body: { status: false, message: 'No' } } }, 'refused'],
  ])('%o: %s', async (fault, kind) => {
    fake.next('initialize', fault)
    const error = await errorOf(client(fault === 'hang' ? 150 : 5000).initialize(payment))
    expect(error.kind).toBe(kind)
    expect(calls()).toEqual(['initialize'])
  })

  test('fails as certainly not done without a server', async () => {
    await fake.away()
    expect(await errorOf(client().refund(refund))).toMatchObject({ kind: 'unreachable' })
    const unborn = paystack({ secretKey: 'sk_test_x', base: () => null, publicUrl })
    expect(await errorOf(unborn.initialize(payment))).toMatchObject({ kind: 'unreachable' })
  })

  test.each([
    ['http://checkout.example/x', 'unreadable'],
    ['javascript:alert(1)', 'unreadable'],
    ['checkout', 'unreadable'],
    ['https://checkout.example/x', null],
    ['http://127.0.0.1:3000/x', null],
    ['http://square.example/sandbox/pay/x', null],
  ])('the page to pay on may be %s: %s', async (authorization_url, kind) => {
    fake.next('initialize', { data: { authorization_url } })
    const opened = client().initialize(payment)
    if (kind === null) expect(await opened).toEqual({ authorizationUrl: authorization_url })
    else expect(await errorOf(opened)).toMatchObject({ kind })
  })

  test('a page of another payment is rejected', async () => {
    fake.next('initialize', { data: { reference: 'RS-2' } })
    expect(await errorOf(client().initialize(payment))).toMatchObject({ kind: 'unreadable' })
  })
})

describe('a GET', () => {
  beforeEach(() => client().initialize(payment))

  test('is retried once without a response', async () => {
    for (const fault of ['error', 'cut', 'lost'] as const) {
      fake.requests.length = 0
      fake.next('verify', fault)
      expect(await client().verify('RS-1')).toMatchObject({ status: 'abandoned' })
      expect(calls()).toEqual(['verify', 'verify'])
    }
  })

  test('then fails as unreachable within the timeout', async () => {
    fake.requests.length = 0
    fake.always('verify', 'error')
    expect(await errorOf(client().verify('RS-1'))).toMatchObject({ kind: 'unreachable', status: 500 })
    expect(calls()).toEqual(['verify', 'verify'])
    fake.requests.length = 0
    fake.next('verify', 'error', 'cut')
    expect(await errorOf(client().verify('RS-1'))).toMatchObject({ kind: 'unreachable' })
    expect(calls()).toEqual(['verify', 'verify'])
    fake.requests.length = 0
    fake.always('verify', 'hang')
    expect(await errorOf(client(150).verify('RS-1'))).toMatchObject({ kind: 'unreachable' })
    expect(calls()).toEqual(['verify'])
  })

  test('is parsed in every format of the provider', async () => {
    fake.next('verify', {
      data: {
        amount: '500000',
        requested_amount: null,
        metadata: 0,
        id: '18446744073709551615',
        fees: '10075',
      },
    })
    expect(await client().verify('RS-1')).toMatchObject({
      amountKobo: 500_000,
      requestedKobo: 500_000,
      feesKobo: 10_075,
    })
    fake.next('verify', { data: { fees: null } }, { data: { fees: 0.5 } })
    for (let turn = 0; turn < 2; turn += 1)
      expect(await client().verify('RS-1')).toMatchObject({ feesKobo: 0 })
    const wrong = [
      { amount: 0.5 },
      { amount: -1 },
      { amount: '5e3' },
      { status: null },
      { id: {} },
      { currency: 566 },
    ]
    for (const data of wrong) {
      fake.next('verify', { data })
      expect(await errorOf(client().verify('RS-1')), JSON.stringify(data)).toMatchObject({
        kind: 'unreadable',
      })
    }
    fake.next('verify', 'malformed')
    expect(await errorOf(client().verify('RS-1'))).toMatchObject({ kind: 'unreadable' })
  })

  test('omits the refunds of other payments', async () => {
    const id = fake.transactions.get('RS-1')?.id
    const one = { amount: '7', status: 'processed', merchant_note: null }
    const listed = [
      { ...one, id: 1, transaction: { id } },
      { ...one, id: 2, transaction: 12 },
    ]
    fake.next('refunds', { reply: { status: 200, body: { status: true, message: '', data: listed } } })
    expect(await client().refundsOf('RS-1')).toEqual([
      { id: '1', amountKobo: 7, status: 'processed', note: null },
    ])
  })

  test('uses the reference for refunds without a transaction id', async () => {
    const listed = (transaction: unknown) => {
      const one = { id: 1, amount: 7, status: 'processed', merchant_note: 'refund-1', transaction }
      fake.next('verify', { data: { id: null } })
      fake.next('refunds', { reply: { status: 200, body: { status: true, message: '', data: [one] } } })
      return client().refundsOf('RS-1')
    }
    expect(await listed({ id: 12, reference: 'RS-1' })).toMatchObject([{ note: 'refund-1' }])
    expect(await listed('RS-1')).toMatchObject([{ note: 'refund-1' }])
    expect(await listed({ id: 12, reference: 'RS-2' })).toEqual([])
    for (const unnamed of [12, { id: 12 }])
      expect(await errorOf(listed(unnamed))).toMatchObject({ kind: 'unreadable' })
  })
})

test('the signature matches the exact bytes only', () => {
  const payments = client()
  const bytes = Buffer.from('{"event":"charge.success","data":{"amount":1.0}}')
  const sign = (key: string) => createHmac('sha512', key).update(bytes).digest('hex')
  const right = sign(fake.secretKey)
  expect(payments.isSigned(bytes, right)).toBe(true)
  expect(payments.isSigned(bytes, right.toUpperCase())).toBe(true)
  const wrong = [
    undefined,
    '',
    'x',
    right.slice(2),
    `${right}00`,
    sign('sk_test_other'),
    right.replace(/^../, 'zz'),
  ]
  for (const signature of wrong) expect(payments.isSigned(bytes, signature), signature).toBe(false)
  expect(payments.isSigned(Buffer.from(JSON.stringify(JSON.parse(String(bytes)))), right)).toBe(false)
})

const account = { bankCode: '058', accountNumber: '0000000001' }
const reference = 'payout-7-2026-11-17-1'

async function newTransfer(accountNumber = account.accountNumber) {
  const { recipientCode } = await client().createRecipient({ ...account, accountNumber, name: 'ADA OBI' })
  return { amountKobo: 150_000, recipientCode, reason: 'Payout', reference }
}

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

  test('are only those that are active, in Naira and for bank accounts', async () => {
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

  test('are read from all pages, by cursor or by number', async () => {
    fake.next('banks', listReply(page(100), { next: 'a/b=' }), listReply([bank('9')], { next: null }))
    expect(await client().banks()).toHaveLength(101)
    fake.next('banks', listReply(page(100)), listReply(page(200)), listReply([]))
    expect(await client().banks()).toHaveLength(200)
    const places = fake.requests.map(({ query }) => query.get('next') ?? query.get('page'))
    expect(places).toEqual(['1', 'a/b=', '1', '2', '3'])
  })

  test('end at a page that repeats', async () => {
    fake.always('banks', listReply(page(100), { next: 'again' }))
    expect(await client().banks()).toHaveLength(100)
    expect(fake.requests).toHaveLength(2)
  })

  test('are unreadable if the response is not a list', async () => {
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

  test('is declined if it does not exist, but not if the provider is down', async () => {
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
    'passes on the status %s unchanged',
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

  test('gets the requested amount if the response omits it', async () => {
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

  test('tells an unknown transfer from one that cannot be verified', async () => {
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
