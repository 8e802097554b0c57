import { describe, expect, onTestFinished, test } from 'vitest'
import * as api from '@rootsquare/contract/trade/orders'
import { transact } from '#api/db/db.ts'
import { enqueue } from '#api/jobs/job.ts'
import { buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildOrder, stockOf } from '#api/test/builders/orders.ts'
import { cancel, openSale, statusOf, verify, startWithProvider } from '#api/test/builders/payments.ts'
import { cancelPendingOrders } from './cancel.ts'

const { app, provider } = await startWithProvider()

describe('a buyer cancels an order', () => {
  test('returns the stock once when five calls cancel at once', async () => {
    const { buyer, seller, item, order } = await openSale(app)
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(app, buyer, order)))
    const [done, ...others] = answers.toSorted((a, b) => a.status - b.status)
    if (!done) throw new Error('Nobody was answered.')
    expect(done.body).toMatchObject({ message: 'Your order has been canceled.' })
    expect(dataOf(api.cancelOrder, done)).toMatchObject({
      orderStatus: 'CANCELED',
      can: { pay: false, cancel: false },
    })
    for (const other of others) expect(expectFailure(other, 409).code).toBe('NOT_PENDING')
    expect(await stockOf(app, item)).toBe(3)
    expect(await systemMessagesTo(app, buyer)).toEqual([expect.stringContaining('Nothing was charged.')])
    expect(await systemMessagesTo(app, seller)).toEqual([])
  })

  test('rejects the cancellation of a paid order', async () => {
    const { buyer, item, order } = await openSale(app)
    provider.pay(order.transactionRef)
    expect(expectFailure(await cancel(app, buyer, order), 409).code).toBe('ALREADY_PAID')
    expect([await statusOf(app, order), await stockOf(app, item)]).toEqual(['PROCESSING', 2])
  })

  test('ends canceled or paid when both happen at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { buyer, item, order } = await openSale(app)
      const pay = async () => {
        provider.pay(order.transactionRef)
        return verify(app, buyer, order)
      }
      const [canceled] = await Promise.all([cancel(app, buyer, order), pay()])
      expect([200, 409]).toContain(canceled.status)
      await verify(app, buyer, order)
      // If it was canceled a moment before the payment, the payment has reopened it, because its stock was available.
      expect([await statusOf(app, order), await stockOf(app, item)]).toEqual(['PROCESSING', 2])
    }
  })

  test('rejects an order of another buyer, or one that may be paid', async () => {
    const { buyer, item, order } = await openSale(app)
    provider.next('verify', 'cut', 'cut')
    expect(expectFailure(await cancel(app, buyer, order), 503).code).toBe('PROVIDER_TROUBLE')
    expect([await statusOf(app, order), await stockOf(app, item)]).toEqual(['PENDING', 2])
    expectFailure(await cancel(app, await buildMember(app), order), 404)
    expect((await cancel(app, buyer, order)).status).toBe(200)
  })
})

test('cancels the unpaid orders of a banned member', async () => {
  const [paid, unpaid] = [await openSale(app), await openSale(app)]
  provider.pay(paid.order.transactionRef)
  for (const { buyer } of [paid, unpaid])
    await transact(app.deps.db, (tx) => enqueue(tx, cancelPendingOrders, { memberId: buyer.id }))
  await app.runJobs()
  expect([await statusOf(app, paid.order), await stockOf(app, paid.item)]).toEqual(['PROCESSING', 2])
  expect([await statusOf(app, unpaid.order), await stockOf(app, unpaid.item)]).toEqual(['CANCELED', 3])
  provider.pay(unpaid.order.transactionRef)
  await verify(app, unpaid.buyer, unpaid.order)
  expect([await statusOf(app, unpaid.order), await stockOf(app, unpaid.item)]).toEqual(['PROCESSING', 2])
})

test('cancels the other orders of a banned member if one cannot be checked', async () => {
  const { buyer, item, order } = await openSale(app)
  const bare = await buildOrder(app, buyer, [{ item }])
  provider.by(({ call }) => (call === 'verify' ? 'cut' : null))
  onTestFinished(() => provider.by(() => null))
  await expect(cancelPendingOrders.run(app.deps, { memberId: buyer.id })).rejects.toThrow('still open')
  expect([await statusOf(app, order), await statusOf(app, bare)]).toEqual(['PENDING', 'CANCELED'])
})
