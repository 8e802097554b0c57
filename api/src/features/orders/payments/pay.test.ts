import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/trade/payments'
import { buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { stockOf } from '#api/test/builders/orders.ts'
import {
  attemptsOf,
  buildSale,
  initiate,
  statusOf,
  verify,
  startWithProvider,
} from '#api/test/builders/payments.ts'
import { claimPage } from './attempts.ts'
import { initiatePayment } from './pay.ts'
import { settlePayment } from './settle.ts'

const { app, provider } = await startWithProvider()

const pageFor = async (...call: Parameters<typeof initiate>) =>
  dataOf(api.initiatePayment, await initiate(...call)).authorizationUrl

const claim = ({ id }: { id: number }, { orderId }: { orderId: number }) =>
  claimPage(app.deps, { id, role: 'USER', sessionId: '' }, orderId)

const opened = (ref: string) => [...provider.transactions.keys()].filter((one) => one.startsWith(ref))

describe('Pay Now', () => {
  test('opens a page for exactly the total, with a link back to the order', async () => {
    const { buyer, order } = await buildSale(app)
    const page = await pageFor(app, buyer, order)
    expect(page).toMatch(/^https:\/\/checkout\.paystack\.com\//)
    expect(provider.transactions.get(order.transactionRef)).toMatchObject({
      amount: 1_250_050,
      currency: 'NGN',
      email: buyer.email,
      callback_url: `http://localhost:3000/my-order/${order.transactionRef}`,
    })
  })

  test('opens the same page again, and a new one after a declined card', async () => {
    const { buyer, order } = await buildSale(app)
    const page = await pageFor(app, buyer, order)
    expect(await pageFor(app, buyer, order)).toBe(page)
    provider.pay(order.transactionRef, { status: 'failed' })
    expect(await pageFor(app, buyer, order)).not.toBe(page)
    expect(opened(order.transactionRef)).toEqual([order.transactionRef, `${order.transactionRef}-2`])
    const watched = { state: 'OPEN', next_poll_at: expect.any(Date) }
    expect(await attemptsOf(app, order)).toMatchObject([watched, watched])
  })

  test('tells a returning buyer how the page was left', async () => {
    const { buyer, order } = await buildSale(app)
    const lastTry = async () => dataOf(api.verifyPayment, await verify(app, buyer, order)).lastTry
    expect(await lastTry()).toBeNull()
    await pageFor(app, buyer, order)
    expect(await lastTry()).toBe('UNFINISHED')
    provider.pay(order.transactionRef, { status: 'failed' })
    expect(await lastTry()).toBe('DECLINED')
    provider.pay(order.transactionRef)
    expect(await lastTry()).toBeNull()
  })

  test('opens one page for five calls at once', async () => {
    const { buyer, order } = await buildSale(app)
    const headers = { 'idempotency-key': order.transactionRef }
    const pages = await Promise.all(
      Array.from({ length: 5 }, (_, at) => pageFor(app, buyer, order, at % 2 ? { headers } : {})),
    )
    expect(new Set(pages).size).toBe(1)
    expect(opened(order.transactionRef)).toHaveLength(1)
    const before = provider.requests.length
    expect(await pageFor(app, buyer, order, { headers })).toBe(pages[0])
    expect(provider.requests).toHaveLength(before)
    const other = { callbackUrl: 'http://localhost:3000/other', headers }
    expect(expectFailure(await initiate(app, buyer, order, other), 409).code).toBe('IDEMPOTENCY_MISMATCH')
  })

  test('opens one page for two calls at the same moment', async () => {
    const { buyer, order } = await buildSale(app)
    const claims = [await claim(buyer, order), await claim(buyer, order)]
    const { transactionRef: reference } = order
    expect(claims).toMatchObject([
      { reference, isOurs: true },
      { reference, isOurs: false },
    ])
    expect(await attemptsOf(app, order)).toHaveLength(1)
  })

  test.each<[NonNullable<Parameters<typeof buildSale>[1]>, string]>([
    [{ status: 'PROCESSING' }, 'ALREADY_PAID'],
    [{ status: 'CANCELED' }, 'NOT_PENDING'],
    [{ isHeld: true }, 'PAYMENT_HELD'],
  ])('opens no page for an order that has moved at that moment: %j', async (options, code) => {
    const { buyer, order } = await buildSale(app, options)
    await expect(claim(buyer, order)).rejects.toMatchObject({ code })
  })

  test('ignores an answer that is older than the page', async () => {
    const { buyer, order } = await buildSale(app)
    const late = app.deps.payments.verify
    const verify = async (reference: string) => {
      const said = late(reference)
      await said.catch(() => {})
      await pageFor(app, buyer, order)
      return said
    }
    await claim(buyer, order)
    await app.deps.db
      .updateTable('payment_attempts')
      .set({ opening_until: null, provider_status: 'absent' })
      .where('reference', '=', order.transactionRef)
      .execute()
    expect(
      await settlePayment({ ...app.deps, payments: { ...app.deps.payments, verify } }, order.transactionRef),
    ).toBe('open')
    expect(await attemptsOf(app, order)).toMatchObject([{ provider_status: null }])
    await pageFor(app, buyer, order)
    expect(opened(order.transactionRef)).toHaveLength(1)
  })

  test('rejects other members, other states and foreign links', async () => {
    const { buyer, order } = await buildSale(app)
    expectFailure(await initiate(app, await buildMember(app), order), 404)
    expectFailure(await initiate(app, buyer, { transactionRef: 'RS-NONE' }), 404)
    const away = await initiate(app, buyer, order, { callbackUrl: 'https://evil.example/my-order' })
    expect(expectFailure(away, 400).fields).toHaveProperty('callbackUrl')
    await pageFor(app, buyer, order, { callbackUrl: 'http://localhost:3000/my-order?tab=1' })
    expect(provider.transactions.get(order.transactionRef)?.callback_url).toMatch(/\/my-order\?tab=1$/)
    const ended = await buildSale(app, { status: 'FAILED' })
    expect(expectFailure(await initiate(app, ended.buyer, ended.order), 409).code).toBe('NOT_PENDING')
  })

  test('finds a payment made meanwhile and continues the order', async () => {
    const { buyer, order } = await buildSale(app)
    await pageFor(app, buyer, order)
    provider.pay(order.transactionRef)
    expect(expectFailure(await initiate(app, buyer, order), 409).code).toBe('ALREADY_PAID')
    expect(await statusOf(app, order)).toBe('PROCESSING')
    expect(expectFailure(await initiate(app, buyer, order), 409).code).toBe('ALREADY_PAID')
  })
})

describe('when the provider fails', () => {
  test('a failed page leaves the order, and another call opens one', async () => {
    const { buyer, item, order } = await buildSale(app)
    for (const fault of ['cut', 'error'] as const) {
      provider.next('initialize', fault)
      const failure = expectFailure(await initiate(app, buyer, order), 502)
      expect(failure).toMatchObject({ code: 'PROVIDER_TROUBLE', message: 'Payment initiation failed' })
    }
    expect([await statusOf(app, order), await stockOf(app, item)]).toEqual(['PENDING', 2])
    await pageFor(app, buyer, order)
    expect(await attemptsOf(app, order)).toMatchObject([{ number: 1, opening_until: null }])
  })

  test('a late page is stored after the buyer got an error', async () => {
    const { buyer, order } = await buildSale(app)
    const request = { ...order, callbackUrl: `http://localhost:3000/my-order/${order.transactionRef}` }
    const sessions = app.deps.db.selectFrom('sessions').select('id').where('member_id', '=', buyer.id)
    const { id: sessionId } = await sessions.executeTakeFirstOrThrow()
    const viewer = { id: buyer.id, role: 'USER' as const, sessionId }
    provider.next('initialize', 'hang')
    const answer = initiatePayment(app.deps, viewer, request, 300)
    await expect(answer).rejects.toMatchObject({ status: 502, code: 'PROVIDER_TROUBLE' })
    await expect.poll(() => attemptsOf(app, order)).toMatchObject([{ opening_until: expect.any(Date) }])
    await provider.away()
    await provider.back()
    await expect.poll(() => attemptsOf(app, order)).toMatchObject([{ opening_until: null }])
    await pageFor(app, buyer, order)
  })

  test('an unconfirmed page and the next one are both polled', async () => {
    const { buyer, order } = await buildSale(app)
    provider.next('initialize', 'lost')
    expectFailure(await initiate(app, buyer, order), 502)
    await pageFor(app, buyer, order)
    expect(opened(order.transactionRef)).toEqual([order.transactionRef, `${order.transactionRef}-2`])
    provider.pay(order.transactionRef)
    expect(dataOf(api.verifyPayment, await verify(app, buyer, order)).orderStatus).toBe('PROCESSING')
  })

  test('a reference that it knows after all is not used again', async () => {
    const { buyer, order } = await buildSale(app)
    provider.next('initialize', 'lost')
    expectFailure(await initiate(app, buyer, order), 502)
    const unknown = {
      status: false,
      message: 'Transaction reference not found.',
      code: 'transaction_not_found',
    }
    provider.next('verify', { reply: { status: 400, body: unknown } })
    await pageFor(app, buyer, order)
    expect(opened(order.transactionRef)).toHaveLength(2)
  })
})
