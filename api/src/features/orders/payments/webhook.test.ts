import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import type { FakePaystack } from '#api/test/fakes/paystack.ts'
import { stockOf } from '#api/test/builders/orders.ts'
import {
  buildSale,
  cancel,
  initiate,
  orderRow,
  refundsOf,
  statusOf,
  verify,
  startWithProvider,
} from '#api/test/builders/payments.ts'
import { sweep } from './payment-sweeper.ts'

const logged: string[] = []
const { app, provider } = await startWithProvider({ log: (line) => logged.push(line) })
beforeEach(() => void logged.splice(0))

/** Builds an order whose page is paid, while no event has arrived yet. */
async function paidSale() {
  const sale = await buildSale(app)
  expect((await initiate(app, sale.buyer, sale.order)).status).toBe(200)
  provider.pay(sale.order.transactionRef)
  return sale
}

const eventsOf = (reference: string) =>
  app.deps.db.selectFrom('payment_events').selectAll().where('reference', '=', reference).execute()

const send = (...sent: [event: object, sending?: Parameters<FakePaystack['sendWebhook']>[2]]) =>
  provider.sendWebhook(app.url, ...sent)

const day = 86_400_000

test('rejects and logs an event with a wrong signature', async () => {
  const { order } = await paidSale()
  const event = provider.chargeEvent(order.transactionRef)
  logged.splice(0)
  expect(await send(event, { badSignature: true })).toEqual([401])
  expect(await send(event, { reserialised: true })).toEqual([401])
  const unsigned: Record<string, string>[] = [{}, { 'x-paystack-signature': 'ab12' }]
  for (const headers of unsigned) {
    const answer = await app.call('POST', '/payment/webhook', { body: event, headers })
    expect(expectFailure(answer, 401).code).toBe('WRONG_SIGNATURE')
  }
  await app.runJobs()
  expect(await eventsOf(order.transactionRef)).toEqual([])
  expect(await statusOf(app, order)).toBe('PENDING')
  expect(logged.filter((line) => line.includes('wrong signature'))).toHaveLength(4)
  expect(logged.join()).not.toContain(provider.secretKey)
})

describe('an event of the provider', () => {
  test('has its effect once, however often it arrives', async () => {
    const { buyer, seller, item, order } = await paidSale()
    const event = provider.chargeEvent(order.transactionRef)
    expect(new Set(await send(event, { times: 20 }))).toEqual(new Set([200]))
    await app.runJobs()
    expect(await statusOf(app, order)).toBe('PROCESSING')
    app.clock.move(day)
    await send(event)
    await send({ ...event, again: true })
    await app.runJobs()
    expect((await eventsOf(order.transactionRef)).map(({ handled_at }) => handled_at)).toEqual([
      expect.any(Date),
      expect.any(Date),
    ])
    expect([await systemMessagesTo(app, buyer), await systemMessagesTo(app, seller)]).toMatchObject([
      { length: 1 },
      { length: 1 },
    ])
    expect(await stockOf(app, item)).toBe(2)
  })

  test('is not trusted, so the provider is asked', async () => {
    const sale = await buildSale(app)
    await initiate(app, sale.buyer, sale.order)
    await send(provider.chargeEvent(sale.order.transactionRef))
    await app.runJobs()
    expect(await statusOf(app, sale.order)).toBe('PENDING')
  })

  test('is stored in any form, and ignored if it is not ours', async () => {
    const statuses = await Promise.all(
      [{ event: 'subscription.create', data: 7 }, { hello: ['there'] }, [1, 2]].map((event) => send(event)),
    )
    expect(statuses).toEqual([[200], [200], [200]])
    const bytes = Buffer.from([0xff, 0x00, 0x7b])
    const signature = createHmac('sha512', provider.secretKey).update(bytes).digest('hex')
    const headers = { 'content-type': 'text/odd', 'x-paystack-signature': signature }
    const odd = await fetch(`${app.url}/api/payment/webhook`, { method: 'POST', headers, body: bytes })
    expect(odd.status).toBe(200)
    await app.runJobs()
    const open = app.deps.db.selectFrom('payment_events').where('event', '<>', 'charge.success')
    expect(await open.where('handled_at', 'is', null).select('id').execute()).toEqual([])
  })

  test('is handled later if its payment is not known yet', async () => {
    const { order } = await paidSale()
    const event = provider.chargeEvent(order.transactionRef)
    const attempts = app.deps.db.deleteFrom('payment_attempts').where('order_id', '=', order.orderId)
    const [attempt] = await attempts.returningAll().execute()
    if (!attempt) throw new Error('It has no attempt.')
    await send(event)
    await app.runJobs()
    expect(await eventsOf(order.transactionRef)).toMatchObject([
      { handled_at: null, next_poll_at: expect.any(Date) },
    ])
    await app.deps.db
      .insertInto('payment_attempts')
      .values({ ...attempt, next_poll_at: null })
      .execute()
    app.clock.move(120_000)
    await sweep(app.deps)
    expect(await statusOf(app, order)).toBe('PROCESSING')
    expect(await eventsOf(order.transactionRef)).toMatchObject([{ handled_at: expect.any(Date) }])
  })

  test('is left to staff after three days if its payment is unknown', async () => {
    const reference = `RS-NEVER-${randomUUID()}`
    await send({ event: 'charge.success', data: { reference } })
    await app.runJobs()
    app.clock.move(3.1 * day)
    await sweep(app.deps)
    const [event] = await eventsOf(reference)
    expect(event).toMatchObject({ handled_at: null, next_poll_at: null })
    const lines = logged.filter((line) => line.includes('an event of an unknown payment'))
    expect(lines.filter((line) => line.includes(`"event":${event?.id},`))).toHaveLength(1)
  })

  test('is handled from the table if its job was lost', async () => {
    const { order } = await paidSale()
    await send(provider.chargeEvent(order.transactionRef))
    provider.always('verify', 'error')
    await app.runJobs()
    expect(await eventsOf(order.transactionRef)).toMatchObject([{ handled_at: null }])
    provider.always('verify', null)
    app.clock.move(120_000)
    await sweep(app.deps)
    expect(await statusOf(app, order)).toBe('PROCESSING')
    expect(await eventsOf(order.transactionRef)).toMatchObject([{ handled_at: expect.any(Date) }])
  })
})

test('postpones failed events without stopping the others', async () => {
  const broken: string[] = []
  for (let at = 0; at < 5; at += 1) broken.push((await paidSale()).order.transactionRef)
  const { order } = await paidSale()
  for (const reference of [...broken, order.transactionRef]) await send(provider.chargeEvent(reference))
  const { verify: really } = app.deps.payments
  const spy = vi.spyOn(app.deps.payments, 'verify').mockImplementation(async (reference) => {
    if (broken.includes(reference)) throw new Error('not ripe')
    return really(reference)
  })
  onTestFinished(() => spy.mockRestore())
  app.clock.move(120_000)
  await expect(sweep(app.deps)).rejects.toThrow(AggregateError)
  expect(await eventsOf(order.transactionRef)).toMatchObject([{ handled_at: expect.any(Date) }])
  for (const reference of broken) {
    const [event] = await eventsOf(reference)
    expect(event?.next_poll_at?.getTime()).toBeGreaterThan(app.clock.now().getTime())
  }
})

test('ends in the right state for refund events in any order', async () => {
  const { buyer, item, order } = await buildSale(app, { stock: 1 })
  await initiate(app, buyer, order)
  expect((await cancel(app, buyer, order)).status).toBe(200)
  await app.deps.db.updateTable('items').set({ stock: 0 }).where('id', '=', item.id).execute()
  provider.pay(order.transactionRef)
  const refund = (status: string, amount: number | string) =>
    send({ event: `refund.${status}`, data: { transaction_reference: order.transactionRef, status, amount } })
  // The refund event arrives before its charge, so the payment is checked first.
  await refund('processed', String(order.totalKobo))
  await app.runJobs()
  expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED', amount_kobo: 1_250_050 }])
  await refund('pending', String(order.totalKobo))
  await refund('failed', order.totalKobo)
  await send(provider.chargeEvent(order.transactionRef))
  await app.runJobs()
  expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED' }])
  expect(await statusOf(app, order)).toBe('CANCELED')
})

test('notifies admins and sellers once of a dispute with its date', async () => {
  const admin = await buildMember(app, { role: 'ADMIN' })
  const { buyer, seller, order } = await paidSale()
  await verify(app, buyer, order)
  const data = { dueAt: '2026-12-24T10:00:00.000Z', transaction: { reference: order.transactionRef } }
  for (const times of [3, 1]) {
    await send({ event: 'charge.dispute.create', data }, { times })
    await app.runJobs()
  }
  expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining('24 Dec 2026')])
  expect((await systemMessagesTo(app, seller)).slice(1)).toEqual([expect.stringContaining('disputed')])
  expect(await orderRow(app, order)).toMatchObject({ status: 'PROCESSING', paid_at: expect.any(Date) })
})

test('handles an event about a transfer once if it is repeated before', async () => {
  const reference = `PO-NEVER-${randomUUID()}`
  for (let turn = 0; turn < 3; turn += 1) await send({ event: 'transfer.success', data: { reference } })
  const { rows } = await sql`select from graphile_worker._private_jobs as jobs
    join payment_events on payload ->> 'eventId' = payment_events.id::text
    where reference = ${reference}`.execute(app.deps.db)
  expect(rows).toHaveLength(1)
  await app.deps.db.deleteFrom('payment_events').where('reference', '=', reference).execute()
})

test('stores a signed event that cannot be ours', async () => {
  const references = ['a\0b', 'x'.repeat(3000)]
  for (const reference of references)
    expect(await send({ event: 'charge.\0success', data: { reference } })).toEqual([200])
  const stored = app.deps.db.selectFrom('payment_events').select(['event', 'reference', 'body'])
  const found = await stored.where('event', '=', 'charge.success').where('handled_at', 'is', null).execute()
  expect(found.map(({ reference }) => reference)).toEqual(expect.arrayContaining(['ab', 'x'.repeat(200)]))
  expect(found.some(({ body }) => body.includes('x'.repeat(3000)))).toBe(true)
})

test('notifies only admins of a dispute about an unpaid order', async () => {
  const { order, buyer, seller } = await buildSale(app)
  const admin = await buildMember(app, { role: 'ADMIN' })
  expect((await initiate(app, buyer, order)).status).toBe(200)
  await send({ event: 'charge.dispute.create', data: { transaction: { reference: order.transactionRef } } })
  await app.runJobs()
  expect((await systemMessagesTo(app, admin)).join()).toContain(order.transactionRef)
  expect(await systemMessagesTo(app, seller)).toEqual([])
})
