import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { transact } from '#api/db/db.ts'
import { buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder, type BuiltOrder } from '#api/test/builders/orders.ts'
import {
  balanceTooLow,
  initiate,
  refundsOf,
  refuseRefunds,
  startWithProvider,
  verify,
} from '#api/test/builders/payments.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { updateRows } from '#api/test/rows.ts'
import { moveRefundAndNotify } from './refund-states.ts'
import { requestRefund, sendRefund } from './refunds.ts'
import { sweep } from '#api/features/orders/payments/payment-sweeper.ts'
import { settlePayment } from '#api/features/orders/payments/settle.ts'

const { app, provider } = await startWithProvider()

/** Builds a paid order with lines of 19.99 × 3 and 1,000,000.01. */
async function paidOrder(): Promise<BuiltOrder> {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const cheap = await buildItem(app, seller, { price_kobo: 1999 })
  const dear = await buildItem(app, seller, { price_kobo: 100_000_001 })
  const order = await buildOrder(app, buyer, [{ item: cheap, count: 3 }, { item: dear }])
  await initiate(app, buyer, order)
  provider.pay(order.transactionRef)
  expect((await verify(app, buyer, order)).body).toMatchObject({ data: { orderStatus: 'PROCESSING' } })
  return order
}

/** Builds a paid order with two lines of the same price. */
async function paidTwins(): Promise<BuiltOrder> {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const item = await buildItem(app, seller, { price_kobo: 600_000 })
  const alike = await buildItem(app, seller, { price_kobo: 600_000 })
  const order = await buildOrder(app, buyer, [{ item }, { item: alike }])
  await initiate(app, buyer, order)
  provider.pay(order.transactionRef)
  await verify(app, buyer, order)
  return order
}

const ask = ({ orderId }: BuiltOrder, lineId: number | null) =>
  transact(app.deps.db, (tx) => requestRefund(app.deps, tx, { orderId, lineId }))

const hour = 3_600_000

/** Runs the job of the only refund of the order. */
async function send(order: BuiltOrder): Promise<void> {
  const [refund] = await refundsOf(app, order)
  await sendRefund.run(app.deps, { refundId: refund?.id ?? 0 })
}

/** Does something while the provider is asked for the only refund of the order. */
async function during(order: BuiltOrder, act: () => Promise<unknown>): Promise<void> {
  const { refund } = app.deps.payments
  const spy = vi.spyOn(app.deps.payments, 'refund').mockImplementationOnce(async (request) => {
    await act()
    return refund(request)
  })
  onTestFinished(() => spy.mockRestore())
  await send(order)
}

const atProvider = ({ transactionRef }: BuiltOrder) =>
  provider.refunds.filter(({ reference }) => reference === transactionRef)

test('refunds lines to the kobo, and never more than was paid', async () => {
  const order = await paidOrder()
  const [cheap = 0, dear = 0] = order.lineIds
  expect(await ask(order, cheap)).toBe(5997)
  await expect(ask(order, cheap)).rejects.toThrow('unique')
  expect(await ask(order, null)).toBe(100_000_001)
  expect(await ask(order, dear)).toBe(0)
  await app.runJobs()
  expect(atProvider(order).map(({ amount }) => amount)).toEqual([5997, 100_000_001])
  const known = { state: 'PENDING', provider_id: expect.any(String) }
  expect(await refundsOf(app, order)).toMatchObject([known, known])
  const more = {
    order_id: order.orderId,
    reference: order.transactionRef,
    order_line_id: dear,
    amount_kobo: 1,
  }
  const times = { created_at: app.clock.now(), changed_at: app.clock.now() }
  const written = app.deps.db.insertInto('refunds').values({ ...more, ...times })
  await expect(written.execute()).rejects.toThrow('More would be refunded')
})

test('refunds a line from the page that paid the order', async () => {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const order = await buildOrder(app, buyer, [{ item: await buildItem(app, seller) }])
  await initiate(app, buyer, order)
  provider.pay(order.transactionRef, { status: 'failed' })
  await verify(app, buyer, order)
  await initiate(app, buyer, order)
  provider.pay(`${order.transactionRef}-2`)
  await verify(app, buyer, order)
  await ask(order, order.lineIds[0] ?? 0)
  expect(await refundsOf(app, order)).toMatchObject([{ reference: `${order.transactionRef}-2` }])
})

test('refunds nothing of a payment that the bank has reversed', async () => {
  const order = await paidOrder()
  provider.pay(order.transactionRef, { status: 'reversed' })
  await settlePayment(app.deps, order.transactionRef, { isAgain: true })
  expect(await ask(order, order.lineIds[0] ?? 0)).toBe(0)
  const at = app.clock.now()
  const row = { order_id: order.orderId, reference: order.transactionRef, amount_kobo: 1 }
  const written = app.deps.db.insertInto('refunds').values({ ...row, created_at: at, changed_at: at })
  await expect(written.execute()).rejects.toThrow('More would be refunded')
  expect(await refundsOf(app, order)).toEqual([])
})

describe('a refund', () => {
  test('is not requested again if only its answer was lost', async () => {
    const order = await paidOrder()
    provider.next('refund', 'lost')
    await ask(order, order.lineIds[0] ?? 0)
    await app.runJobs()
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'ASKED', provider_id: null }])
    app.clock.move(120_000)
    await Promise.all([sweep(app.deps), sweep(app.deps)])
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PENDING', provider_id: expect.any(String) }])
    expect(atProvider(order)).toHaveLength(1)
  })

  test('is requested again if the provider did not receive it', async () => {
    const order = await paidOrder()
    provider.next('refund', 'error')
    provider.always('refunds', 'error')
    await ask(order, order.lineIds[0] ?? 0)
    await app.runJobs()
    for (const [minutes, state] of [
      [2, 'ASKED'],
      [15, 'PENDING'],
    ] as const) {
      app.clock.move(minutes * 60_000)
      await sweep(app.deps)
      expect(await refundsOf(app, order)).toMatchObject([{ state }])
      provider.always('refunds', null)
    }
    expect(atProvider(order)).toHaveLength(1)
  })

  test('is requested again without asking if the provider was too busy to read it', async () => {
    const order = await paidOrder()
    refuseRefunds(provider, order, { reply: { status: 429, body: {} } })
    await ask(order, null)
    await app.runJobs()
    app.clock.move(120_000)
    provider.always('refunds', 'error')
    onTestFinished(() => provider.always('refunds', null))
    await send(order)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PENDING' }])
  })

  test('is requested once by two jobs, also if one runs later', async () => {
    const order = await paidOrder()
    await ask(order, null)
    await during(order, () => send(order))
    expect(atProvider(order)).toHaveLength(1)
    provider.always('refunds', { reply: { status: 200, body: { status: true, message: 'None', data: [] } } })
    onTestFinished(() => provider.always('refunds', null))
    app.clock.move(hour)
    await send(order)
    expect(atProvider(order)).toHaveLength(1)
  })

  test('stays completed if the answer to its request is lost later', async () => {
    const order = await paidOrder()
    await ask(order, order.lineIds[0] ?? 0)
    await during(order, async () => {
      const event = { reference: order.transactionRef, amountKobo: 5997, status: 'processed' }
      await transact(app.deps.db, (tx) => moveRefundAndNotify(app.deps, tx, event))
      throw new ProviderError('unclear', 'Cut')
    })
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED', next_poll_at: null }])
  })

  test('stays with staff if it is left to them while it is requested again', async () => {
    const order = await paidOrder()
    refuseRefunds(provider, order, balanceTooLow)
    await ask(order, null)
    await app.runJobs()
    app.clock.move(hour)
    await during(order, () =>
      updateRows(app.deps.db, 'refunds', { order_id: order.orderId }, { next_poll_at: null }),
    )
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'FAILED', next_poll_at: null }])
  })

  test('is requested again if the provider rejects it', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const order = await paidOrder()
    refuseRefunds(provider, order, balanceTooLow, balanceTooLow)
    await ask(order, null)
    await app.runJobs()
    for (const state of ['FAILED', 'FAILED', 'PENDING']) {
      expect(await refundsOf(app, order)).toMatchObject([{ state, next_poll_at: expect.any(Date) }])
      app.clock.move(7 * hour)
      await sweep(app.deps)
    }
    expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining(order.transactionRef)])
    expect(atProvider(order)).toHaveLength(1)
  })

  test('is left to staff if the provider rejects it for a month', async () => {
    const order = await paidOrder()
    refuseRefunds(provider, order, balanceTooLow, balanceTooLow)
    await ask(order, null)
    await app.runJobs()
    const admin = await buildMember(app, { role: 'ADMIN' })
    app.clock.move(30.1 * 24 * hour)
    await sweep(app.deps)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'FAILED', next_poll_at: null }])
    expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining('still waits for the money')])
  })

  test('is requested again if the key was wrong', async () => {
    const order = await paidOrder()
    const no = { status: false, message: 'Invalid key', code: 'invalid_Key' }
    refuseRefunds(provider, order, { reply: { status: 401, body: no } }, { reply: { status: 403, body: no } })
    await ask(order, null)
    await app.runJobs()
    for (const state of ['ASKED', 'ASKED', 'PENDING']) {
      expect(await refundsOf(app, order)).toMatchObject([{ state }])
      app.clock.move(7 * hour)
      await sweep(app.deps)
    }
    expect(atProvider(order)).toHaveLength(1)
  })

  test('is left to staff if it fails after it began', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const order = await paidOrder()
    await ask(order, null)
    await app.runJobs()
    for (const refund of atProvider(order)) refund.status = 'failed'
    for (let turn = 0; turn < 2; turn += 1) {
      app.clock.move(hour)
      await sweep(app.deps)
      expect(await refundsOf(app, order)).toMatchObject([{ state: 'FAILED', next_poll_at: null }])
    }
    expect(atProvider(order)).toHaveLength(1)
    expect(await systemMessagesTo(app, admin)).toHaveLength(1)
  })

  test('event is never matched to a rejected refund', async () => {
    const order = await paidTwins()
    refuseRefunds(provider, order, balanceTooLow)
    for (const lineId of order.lineIds) {
      await ask(order, lineId)
      await app.runJobs()
    }
    const event = { reference: order.transactionRef, amountKobo: 600_000, status: 'processed' }
    for (let turn = 0; turn < 2; turn += 1)
      await transact(app.deps.db, (tx) => moveRefundAndNotify(app.deps, tx, event))
    expect((await refundsOf(app, order)).map(({ state }) => state)).toEqual(['FAILED', 'PROCESSED'])
  })

  test('moves while its order is locked, so that neither waits for the other', async () => {
    const order = await paidTwins()
    await ask(order, order.lineIds[0] ?? 0)
    await app.runJobs()
    const event = { reference: order.transactionRef, amountKobo: 600_000, status: 'processed' }
    await transact(app.deps.db, async (tx) => {
      await lockOrder(app.deps, tx, order.orderId)
      await transact(app.deps.db, (other) => moveRefundAndNotify(app.deps, other, event))
    })
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED' }])
  })

  test('that failed is not mistaken for another of the same amount', async () => {
    const order = await paidTwins()
    for (const lineId of order.lineIds) await ask(order, lineId)
    await app.runJobs()
    for (const [nth, status] of [
      [1, 'processed'],
      [0, 'failed'],
    ] as const) {
      const refund = atProvider(order)[nth]
      if (!refund) throw new Error('It was not asked for.')
      refund.status = status
      const data = { transaction_reference: order.transactionRef, status, amount: 600_000 }
      expect(await provider.sendWebhook(app.url, { event: `refund.${status}`, data })).toEqual([200])
      await app.runJobs()
    }
    expect((await refundsOf(app, order)).map(({ state }) => state)).toEqual(['FAILED', 'PROCESSED'])
  })

  test('does not stop others if its answer has an unknown form', async () => {
    const broken = await Promise.all(Array.from({ length: 5 }, paidOrder))
    const order = await paidOrder()
    for (const one of [...broken, order]) await ask(one, null)
    await app.runJobs()
    for (const refund of provider.refunds) refund.status = 'processed'
    const { refundsOf: really } = app.deps.payments
    const spy = vi.spyOn(app.deps.payments, 'refundsOf').mockImplementation(async (reference) => {
      if (broken.some(({ transactionRef }) => transactionRef === reference)) throw new Error('not ripe')
      return really(reference)
    })
    onTestFinished(() => spy.mockRestore())
    app.clock.move(hour)
    await expect(sweep(app.deps)).rejects.toThrow(AggregateError)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED' }])
  })

  test('is completed by polling if no event arrives', async () => {
    const order = await paidOrder()
    await ask(order, null)
    await app.runJobs()
    const [refund] = atProvider(order)
    if (!refund) throw new Error('Nobody asked for it.')
    refund.status = 'processed'
    app.clock.move(120_000)
    await sweep(app.deps)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED', next_poll_at: null }])
  })
})
