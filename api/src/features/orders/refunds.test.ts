import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#api/db/db.ts'
import { buildMember, toldTo } from '#api/test/build.ts'
import { startFakePaystack } from '#api/test/fake-paystack.ts'
import type { FakePaystack } from '#api/test/fake-paystack.ts'
import { buildItem } from '#api/test/market.ts'
import { buildOrder } from '#api/test/orders.ts'
import type { BuiltOrder } from '#api/test/orders.ts'
import { initiate, refundsOf, verify } from '#api/test/payments.ts'
import { testApp } from '#api/test/test-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { askRefund } from './refunds.ts'
import { sweep } from './sweeper.ts'

let provider: FakePaystack
let app: TestApp
beforeAll(async () => {
  provider = await startFakePaystack()
  app = await testApp({ settings: provider.settings })
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})

/** Two lines of 19.99 × 3 and 1,000,000.01, paid. */
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

const ask = ({ orderId }: BuiltOrder, lineId: number | null) =>
  transact(app.deps.db, (tx) => askRefund(app.deps, tx, { orderId, lineId }))

const atProvider = ({ transactionRef }: BuiltOrder) =>
  provider.refunds.filter(({ reference }) => reference === transactionRef)

test('a line’s total goes back to the kobo, the rest of the payment after it, and never more than was paid', async () => {
  const order = await paidOrder()
  const [cheap = 0, dear = 0] = order.lineIds
  expect(await ask(order, cheap)).toBe(true)
  await expect(ask(order, cheap)).rejects.toThrow('unique')
  expect(await ask(order, null)).toBe(true)
  expect(await ask(order, dear)).toBe(false)
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

describe('a refund that the provider', () => {
  test('did, though its answer was lost, is not asked for again', async () => {
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

  test('did not hear of, is asked for again until it does', async () => {
    const order = await paidOrder()
    provider.next('refund', 'fault')
    provider.always('refunds', 'fault')
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

  test('refuses has failed: admins hear of it once', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const order = await paidOrder()
    const no = { status: false, message: 'Transaction has been fully reversed', code: 'refused' }
    provider.next('refund', { reply: { status: 400, body: no } })
    await ask(order, null)
    await app.runJobs()
    app.clock.move(120_000)
    await sweep(app.deps)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'FAILED' }])
    expect(await toldTo(app, admin)).toEqual([expect.stringContaining(order.transactionRef)])
  })

  test('has finished without a word is found by looking', async () => {
    const order = await paidOrder()
    await ask(order, null)
    await app.runJobs()
    const [refund] = atProvider(order)
    if (!refund) throw new Error('Nobody asked for it.')
    refund.status = 'processed'
    app.clock.move(120_000)
    await sweep(app.deps)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED', next_look_at: null }])
  })
})
