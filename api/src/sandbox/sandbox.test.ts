import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { RouteContext } from '#api/http/serve/serve.ts'
import { isBalanceTooLow, sandboxKey } from '#api/ports/payments/payments.ts'
import { testApp } from '#api/test/test-app.ts'

/** The number of further events for which the product's webhook fails. */
let faults = 0
const failing = ({ http }: RouteContext) =>
  http.addHook('onRequest', async ({ url }) => {
    if (url !== '/api/payment/webhook' || faults === 0) return
    faults -= 1
    throw new Error('the yam is not ripe')
  })
const app = await testApp({ extraRoutes: [failing] })
afterAll(() => app.stop())

const site = 'http://localhost:3000'
const good = '4084084084084081'
const declined = '4084080000005408'
const poor = '4084080000670037'
const refundFails = '4084080000671803'

let count = 0
const newPayment = (overrides: { callbackUrl?: string; amountKobo?: number } = {}) => {
  const reference = `RS-${++count}`
  const urls = { callbackUrl: `${site}/my-order/${reference}?tab=1`, cancelUrl: `${site}/my-orders` }
  return { email: 'ada@example.com', amountKobo: 1_234_500, reference, ...urls, ...overrides }
}

/** Opens a payment with the product's own client, and its page under the address that it really has here. */
async function openPage(overrides: Parameters<typeof newPayment>[0] = {}) {
  const payment = newPayment(overrides)
  const { authorizationUrl } = await app.deps.payments.initialize(payment)
  expect(authorizationUrl).toMatch(/^http:\/\/localhost:3000\/sandbox\/pay\/[\w-]{22}$/)
  const page = authorizationUrl.replace(site, app.url)
  const press = async (form: Record<string, string>) => {
    const response = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    return response.headers.get('location')
  }
  return { ...payment, page, press, read: async () => (await fetch(page)).text() }
}

const hurry = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.deps.db)
const verify = (reference: string) => app.deps.payments.verify(reference)

const Answer = z.looseObject({ status: z.boolean(), message: z.string(), code: z.string().optional() })

async function ask(method: string, path: string, { body, key }: { body?: object; key?: string } = {}) {
  const response = await fetch(`${app.url}/sandbox${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key ?? sandboxKey(app.deps.jwtSecret)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, answer: Answer.parse(await response.json()) }
}

const Event = z.object({ event: z.string(), data: z.looseObject({ status: z.string() }) })

/** Returns the events that the product accepted, which it does only with a valid signature. */
async function eventsOf(reference: string) {
  const stored = await app.deps.db
    .selectFrom('payment_events')
    .select('body')
    .where('reference', '=', reference)
    .orderBy('id')
    .execute()
  return stored.map(({ body }) => Event.parse(JSON.parse(body)))
}

describe('the API of the sandbox', () => {
  test('checks its key and sends errors in Paystack’s format', async () => {
    expect(await ask('GET', '/transaction/verify/RS-0', { key: 'sk_test_guess' })).toMatchObject({
      status: 401,
      answer: { status: false, message: 'Invalid key' },
    })
    expect(await ask('GET', '/transaction/verify/RS-0')).toMatchObject({
      status: 404,
      answer: { status: false, code: 'transaction_not_found' },
    })
    const { reference } = await openPage()
    const body = { email: 'ada@example.com', amount: 5000, reference }
    expect(await ask('POST', '/transaction/initialize', { body })).toMatchObject({
      status: 400,
      answer: {
        code: 'duplicate_reference',
        message: 'Duplicate Transaction Reference',
        meta: { nextStep: 'Try and create the Transaction or Charge with a new reference' },
      },
    })
    const wrong = [
      { ...body, reference: 'RS-x', amount: 4999 },
      { ...body, reference: 'RS_x' },
      { ...body, reference: 'RS-x', currency: 'USD' },
      { ...body, reference: 'RS-x', callback_url: 'javascript:alert(1)' },
      {},
    ]
    for (const one of wrong) {
      const { status, answer } = await ask('POST', '/transaction/initialize', { body: one })
      expect({ status, isDone: answer.status }, JSON.stringify(one)).toEqual({ status: 400, isDone: false })
    }
    expect((await ask('GET', '/refund/999999')).status).toBe(404)
  })

  test('is off when payments are real', async () => {
    const settings = { PAYSTACK_SECRET_KEY: 'sk_test_1' }
    const real = await testApp({ settings, sameDatabaseAs: { url: app.databaseUrl } })
    onTestFinished(() => real.stop())
    expect(real.deps.payments.isSigned(Buffer.from(''), undefined)).toBe(false)
    for (const path of ['/sandbox/pay/x', '/sandbox/refund', '/sandbox/transaction/verify/x'])
      expect((await fetch(`${real.url}${path}`)).status).toBe(404)
  })
})

describe('the page', () => {
  test('shows the cards and has a strict policy', async () => {
    const { page, reference, read } = await openPage()
    const html = await read()
    expect(html).toContain('This is a test. No real money moves.')
    expect(html).toContain('₦12,345.00')
    expect(html).toContain(reference)
    expect(html.match(/type="radio"/g)).toHaveLength(5)
    expect(html).toMatch(new RegExp(`value="${good}" checked`))
    expect(html).not.toContain('<script')
    expect(html).not.toContain(sandboxKey(app.deps.jwtSecret))
    const { headers } = await fetch(page)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self' http:\/\/localhost:3000; base-uri 'none'; frame-ancestors 'none'$/,
    )
  })

  test('pays once and returns with the reference', async () => {
    const { reference, press, read } = await openPage()
    const back = `${site}/my-order/${reference}?tab=1&trxref=${reference}&reference=${reference}`
    expect(await verify(reference)).toMatchObject({ status: 'abandoned', domain: 'test' })
    expect(await press({ action: 'pay', card: good })).toBe(back)
    const paid = { status: 'success', amountKobo: 1_234_500, requestedKobo: 1_234_500, currency: 'NGN' }
    expect(await verify(reference)).toMatchObject({ ...paid, gatewayResponse: 'Successful' })
    const html = await read()
    expect(html).toContain('Paid already')
    expect(html).toContain(`href="${back.replaceAll('&', '&amp;')}"`)
    expect(html).not.toContain('<form')
    await press({ action: 'decline' })
    expect(await verify(reference)).toMatchObject(paid)
  })

  test.each(['bank_transfer', 'ussd'])('pays by %s a moment later', async (action) => {
    const { reference, press, read } = await openPage()
    expect(await read()).toContain(`value="${action}"`)
    expect(await press({ action })).toContain(`reference=${reference}`)
    expect(await verify(reference)).toMatchObject({ status: 'pending', feesKobo: 0 })
    expect(await read()).toContain('Waiting for your bank')
    await press({ action: 'pay', card: good })
    expect(await verify(reference)).toMatchObject({ status: 'pending' })
    await hurry()
    await app.runJobs()
    expect(await verify(reference)).toMatchObject({ status: 'success', feesKobo: 28_518 })
    expect(await read()).toContain('Paid already')
  })

  test('stays when a card is declined, and accepts another', async () => {
    const { page, reference, press, read } = await openPage()
    const here = new URL(page).pathname
    expect(await press({ action: 'pay', card: declined })).toBe(here)
    expect(await verify(reference)).toMatchObject({ status: 'failed', gatewayResponse: 'Declined' })
    expect(await press({ action: 'pay', card: poor })).toBe(here)
    expect(await read()).toContain('Insufficient Funds.</strong> Nothing was paid.')
    expect(await press({ action: 'decline', card: good })).toBe(here)
    expect(await press({ action: 'cancel' })).toBe(`${site}/my-orders`)
    expect(await press({ action: 'steal' })).toBe(here)
    expect(await verify(reference)).toMatchObject({ status: 'failed' })
    expect(await press({ action: 'pay', card: good })).toContain(`reference=${reference}`)
    expect(await verify(reference)).toMatchObject({ status: 'success' })
  })

  test('reports an unknown payment', async () => {
    const response = await fetch(`${app.url}/sandbox/pay/none`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('This payment page is not known.')
    expect((await fetch(`${app.url}/sandbox/pay/none`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${app.url}/sandbox/pay/%00`)).status).toBe(404)
  })

  test('escapes text of the request', async () => {
    const { read } = await openPage({ callbackUrl: `${site}/x?a="><script>` })
    expect(await read()).not.toContain('<script>')
  })
})

describe('events', () => {
  test('are signed, and retried until they are accepted', async () => {
    const { reference, press } = await openPage()
    await app.runJobs()
    faults = 2
    await press({ action: 'pay', card: good })
    await press({ action: 'pay', card: good })
    await app.runJobs()
    expect({ faults, stored: await eventsOf(reference) }).toEqual({ faults: 1, stored: [] })
    const taken = async () => {
      await hurry()
      await app.runJobs()
      return eventsOf(reference)
    }
    const data = {
      reference,
      status: 'success',
      amount: 1_234_500,
      requested_amount: 1_234_500,
      domain: 'test',
    }
    await expect.poll(taken).toMatchObject([{ event: 'charge.success', data }])
    expect(faults).toBe(0)
  })

  test('have the refund status that the card decides', async () => {
    const { payments } = app.deps
    const { reference, press } = await openPage()
    const note = 'refund 1'
    const refund = (amountKobo: number) => payments.refund({ reference, amountKobo, currency: 'NGN', note })
    await expect(refund(5000)).rejects.toMatchObject({ kind: 'refused' })
    await press({ action: 'pay', card: good })
    const { id, status } = await refund(234_500)
    expect(status).toBe('pending')
    await expect(refund(1_000_001)).rejects.toMatchObject({ kind: 'refused' })
    await app.runJobs()
    expect(await verify(reference)).toMatchObject({ status: 'success' })
    await refund(1_000_000)
    await app.runJobs()
    expect(await payments.refundsOf(reference)).toMatchObject([
      { amountKobo: 1_000_000, status: 'processed' },
      { id, amountKobo: 234_500, status: 'processed', note },
    ])
    expect(await verify(reference)).toMatchObject({ status: 'reversed' })
    const [, ...refundEvents] = await eventsOf(reference)
    const processed = {
      event: 'refund.processed',
      data: { transaction_reference: reference, status: 'processed' },
    }
    expect(refundEvents).toMatchObject([
      { ...processed, data: { amount: '234500' } },
      { ...processed, data: { amount: '1000000' } },
    ])
  })

  test('allow another refund after a failed one', async () => {
    const { payments } = app.deps
    const { reference, press, amountKobo } = await openPage()
    await press({ action: 'pay', card: refundFails })
    for (let turn = 0; turn < 2; turn += 1) {
      await payments.refund({ reference, amountKobo, currency: 'NGN', note: '' })
      await app.runJobs()
    }
    const [, ...refundEvents] = await eventsOf(reference)
    const failed = { event: 'refund.failed', data: { amount: amountKobo, status: 'failed' } }
    expect(refundEvents).toMatchObject([failed, failed])
    expect(await payments.refundsOf(reference)).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
    expect(await verify(reference)).toMatchObject({ status: 'success' })
  })
})

describe('transfers', () => {
  const { payments, db } = app.deps

  async function transferTo(accountNumber: string) {
    const account = { bankCode: '058', accountNumber, name: 'ADA OBI' }
    const { recipientCode } = await payments.createRecipient(account)
    const reference = `payout-${++count}`
    const transfer = { amountKobo: 600_000, recipientCode, reason: 'Payout', reference }
    return { transfer, made: await payments.transfer(transfer) }
  }

  test.each([
    ['1234567890', 'pending', 'success', ['transfer.success']],
    ['0000000001', 'pending', 'success', ['transfer.success']],
    ['0000000002', 'pending', 'failed', ['transfer.failed']],
    ['0000000003', 'pending', 'pending', []],
    ['0000000004', 'pending', 'reversed', ['transfer.success', 'transfer.reversed']],
    ['0000000005', 'otp', 'otp', []],
  ])('a transfer to %s begins as %s and ends as %s', async (accountNumber, first, last, events) => {
    const { transfer, made } = await transferTo(accountNumber)
    expect(made.status).toBe(first)
    await app.runJobs()
    await hurry()
    await app.runJobs()
    expect(await payments.verifyTransfer(transfer.reference)).toMatchObject({
      status: last,
      amountKobo: 600_000,
      recipientCode: transfer.recipientCode,
      domain: 'test',
      feeKobo: last === 'success' ? 2500 : 0,
    })
    const sent = await eventsOf(transfer.reference)
    expect(sent.map(({ event }) => event)).toEqual(events)
    expect(sent.map(({ data }) => `transfer.${data.status}`)).toEqual(events)
  })

  test('make one transfer for the same reference, also at the same time', async () => {
    const { transfer } = await transferTo('0000000003')
    const again = { ...transfer, reference: 'payout-again' }
    const made = await Promise.all([1, 2, 3].map(() => payments.transfer(again)))
    expect(new Set(made.map(({ transferCode }) => transferCode)).size).toBe(1)
    expect(await payments.transfer({ ...again, amountKobo: 7 })).toMatchObject({ amountKobo: 600_000 })
  })

  test('make no transfer without balance', async () => {
    const error = await transferTo('0000000006').catch((reason: unknown) => reason)
    expect(isBalanceTooLow(error)).toBe(true)
    await expect(payments.verifyTransfer(`payout-${count}`)).rejects.toMatchObject({ status: 404 })
  })

  test('reject unknown accounts, banks and recipients', async () => {
    const account = { bankCode: '058', accountNumber: '0123456789' }
    const { accountName } = await payments.resolveAccount(account)
    expect(await payments.resolveAccount(account)).toEqual({ accountName })
    for (const wrong of [{ accountNumber: '9999000001' }, { accountNumber: '12345' }, { bankCode: '0' }])
      await expect(payments.resolveAccount({ ...account, ...wrong })).rejects.toMatchObject({
        kind: 'refused',
      })
    const transfer = { amountKobo: 100, recipientCode: 'RCP_none', reason: '', reference: 'payout-none' }
    await expect(payments.transfer(transfer)).rejects.toMatchObject({ kind: 'refused', status: 400 })
  })

  test('store no account number', async () => {
    await transferTo('2345678901')
    const { rows } = await sql<{
      row: string
    }>`select row_to_json(r)::text as row from sandbox_recipients r`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ row }) => row).join()).not.toContain('2345678901')
  })
})
