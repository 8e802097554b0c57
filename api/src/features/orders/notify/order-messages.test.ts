import { describe, expect, test } from 'vitest'
import { transact, type Tx } from '#api/db/db.ts'
import { buildMember, mailsTo, systemMessagesTo } from '#api/test/builders/members.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder, paidInstead } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { findOrderFacts } from './order-facts.ts'
import { sendPaidMails } from './order-mails.ts'
import { notifyEnded, notifyPaid, notifyDisputed, notifyHeld } from './order-messages.ts'

const app = await sharedApp()

/** Builds an order of two items of one seller and one of another. */
async function ordered(options: Parameters<typeof buildOrder>[3]) {
  const [buyer, seller, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const orderLines = [
    { item: await buildItem(app, seller, { name: 'Drum', price_kobo: 500_000 }), count: 2 },
    { item: await buildItem(app, other, { name: 'Cloth', price_kobo: 120_050 }) },
    { item: await buildItem(app, seller, { name: 'Stick', price_kobo: 30_000 }) },
  ]
  return { buyer, seller, other, order: await buildOrder(app, buyer, orderLines, options) }
}

const during = (tell: (tx: Tx) => Promise<void>) => transact(app.deps.db, tell)

const whenPaid = (orderId: number) =>
  during(async (tx) => {
    const order = await findOrderFacts(tx, orderId)
    if (order) await notifyPaid(app.deps, tx, order)
  })

describe('when it is paid', () => {
  test('repeats only a mail that could not be sent', async () => {
    const { buyer, seller, other, order } = await ordered({ status: 'PROCESSING' })
    const { mailer } = app.deps
    const send: typeof mailer.send = (mail) =>
      mail.to === seller.email ? Promise.reject(new Error('the mail server is away')) : mailer.send(mail)
    await sendPaidMails.run({ ...app.deps, mailer: { ...mailer, send } }, { orderId: order.orderId })
    await app.runJobs()
    const receivers = (await app.mails()).map(({ to }) => to)
    for (const { email } of [buyer, seller, other])
      expect(receivers.filter((to) => to === email)).toEqual([email])
  })

  test('sends a receipt to the buyer and each seller their lines', async () => {
    const { buyer, seller, other, order } = await ordered({ status: 'PROCESSING' })
    await whenPaid(order.orderId)
    expect(await systemMessagesTo(app, buyer)).toEqual([
      expect.stringContaining('Your payment of ₦11,500.50 for order'),
    ])
    expect(await systemMessagesTo(app, seller)).toEqual([
      expect.stringContaining('You have sold 2 × “Drum”, 1 × “Stick” for ₦10,300.00, and it is paid.'),
    ])
    expect(await systemMessagesTo(app, other)).toEqual([
      expect.stringContaining('You have sold 1 × “Cloth” for ₦1,200.50'),
    ])
    const [receipt, ...more] = await mailsTo(app, buyer.email)
    expect(more).toEqual([])
    expect(receipt?.subject).toBe(`Your receipt for order ${order.transactionRef}`)
    for (const text of [
      '2 × Drum: ₦10,000.00',
      '1 × Cloth: ₦1,200.50',
      'Total: ₦11,500.50',
      order.transactionRef,
    ])
      expect(receipt?.text).toContain(text)
    const [sale] = await mailsTo(app, seller.email)
    const to = `To: ${buyer.firstname} ${buyer.lastname}, 12 Bode Thomas Street, Surulere, Lagos 101241`
    for (const text of ['2 × Drum', '1 × Stick', 'Together: ₦10,300.00', to, 'Phone: 08031234567'])
      expect(sale?.text).toContain(text)
    expect(sale?.text).not.toContain('Cloth')
    expect(sale?.text).not.toContain(buyer.email)
  })

  test('names the paid amount in the receipt', async () => {
    const { buyer, order } = await ordered({ status: 'PROCESSING' })
    await paidInstead(app, order, 5000)
    await whenPaid(order.orderId)
    expect((await systemMessagesTo(app, buyer))[0]).toContain('Your payment of ₦50.00 for order')
    const [receipt] = await mailsTo(app, buyer.email)
    for (const text of ['Total: ₦11,500.50', 'Paid: ₦50.00']) expect(receipt?.text).toContain(text)
    const foreign = await ordered({ status: 'PROCESSING' })
    await paidInstead(app, foreign.order, 5000, 'USD')
    await whenPaid(foreign.order.orderId)
    expect((await systemMessagesTo(app, foreign.buyer))[0]).toContain('Your payment for order')
  })

  test('sends nothing to banned members and no outdated mail', async () => {
    const { buyer, seller, order } = await ordered({ status: 'PROCESSING' })
    await whenPaid(order.orderId)
    const gone = { banned_at: app.clock.now(), ban_reason: 'Fraud' }
    await app.deps.db.updateTable('members').set(gone).where('id', 'in', [buyer.id, seller.id]).execute()
    await whenPaid(order.orderId)
    expect([
      (await systemMessagesTo(app, buyer)).length,
      (await systemMessagesTo(app, seller)).length,
    ]).toEqual([1, 1])
    expect([await mailsTo(app, buyer.email), await mailsTo(app, seller.email)]).toEqual([[], []])
  })
})

describe('when it ends', () => {
  test('notifies only the buyer if it was unpaid', async () => {
    const canceled = await ordered({ status: 'CANCELED' })
    await during((tx) => notifyEnded(app.deps, tx, canceled.order.orderId, 'CANCELED'))
    expect(await systemMessagesTo(app, canceled.buyer)).toEqual([
      `Your order ${canceled.order.transactionRef} has been canceled. Nothing was charged.`,
    ])
    expect(await systemMessagesTo(app, canceled.seller)).toEqual([])
    const failed = await ordered({ status: 'FAILED' })
    await during((tx) => notifyEnded(app.deps, tx, failed.order.orderId, 'FAILED'))
    expect(await systemMessagesTo(app, failed.buyer)).toEqual([
      expect.stringContaining('was not paid in time'),
    ])
    expect(await mailsTo(app, failed.buyer.email)).toEqual([])
  })
})

test('notifies staff of a mismatch, and sellers of a dispute too', async () => {
  const admin = await buildMember(app, { role: 'ADMIN' })
  const { buyer, seller, order } = await ordered({ status: 'COMPLETED' })
  const { orderId, reference } = order
  await during((tx) => notifyHeld(app.deps, tx, reference))
  const due = new Date('2026-12-01T11:00:00Z')
  await during((tx) => notifyDisputed(app.deps, tx, { orderId, reference, due }))
  expect(await systemMessagesTo(app, admin)).toEqual([
    expect.stringContaining(`The payment ${reference} does not match its order.`),
    expect.stringContaining('by 1 Dec 2026, 12:00 (Lagos time)'),
  ])
  expect(await systemMessagesTo(app, seller)).toEqual([
    expect.stringContaining('is disputed by the buyer’s bank'),
  ])
  expect(await systemMessagesTo(app, buyer)).toEqual([])
})
