import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  decideDispute,
  getDispute,
  listDisputes,
  openDispute,
  withdrawDispute,
} from '@rootsquare/contract/trade/disputes'
import { listOrders, listSellerOrders } from '@rootsquare/contract/trade/orders'
import { inDays } from '#api/ports/clock/clock.ts'
import { completeShipped } from '#api/features/orders/fulfilment/confirm-order.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildBlock, buildMedia, buildMember, mailsTo, systemMessagesTo } from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { notificationsOf } from '#api/test/builders/notifications.ts'
import { buildOrder, stockOf } from '#api/test/builders/orders.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { updateRows } from '#api/test/rows.ts'

const app = await sharedApp()
const { db } = app.deps
const staff = await buildMember(app, { role: 'ADMIN' })

const ago = (days: number) => inDays(app.clock.now(), -days)

/** Builds an order of a drum for ₦1,000.00 and a stick for ₦500.00 of one seller, at a commission of 10%. */
async function bought(options: Parameters<typeof buildOrder>[3] = { status: 'SHIPPED' }) {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const drum = await buildItem(app, seller, { name: 'Drum', price_kobo: 100_000 })
  const stick = await buildItem(app, seller, { name: 'Stick', price_kobo: 50_000 })
  const order = await buildOrder(app, buyer, [{ item: drum }, { item: stick }], options)
  await sql`update orders set commission_percent = 10 where id = ${order.orderId}`.execute(db)
  const [drumLine = 0, stickLine = 0] = order.lineIds
  return { buyer, seller, drum, order, drumLine, stickLine }
}
type Bought = Awaited<ReturnType<typeof bought>>

const open = (
  { buyer, order, drumLine }: Pick<Bought, 'buyer' | 'order' | 'drumLine'>,
  body: Record<string, unknown> = {},
  by = buyer,
) =>
  app.call('POST', `/cart/order/${order.orderId}/dispute`, {
    token: by.token,
    body: { orderLineId: drumLine, reason: 'DAMAGED', text: 'It is torn', ...body },
  })

async function disputed(options?: Parameters<typeof buildOrder>[3]) {
  const sale = await bought(options)
  return { ...sale, dispute: dataOf(openDispute, await open(sale)) }
}

const decide = ({ token }: Member, { id }: { id: number }, body: Record<string, unknown>) =>
  app.call('PATCH', `/disputes/${id}`, { token, body: { reason: 'The pictures show it', ...body } })

const write = ({ token }: Member, { id }: { id: number }, body: Record<string, unknown> = { text: 'Look' }) =>
  app.call('POST', `/disputes/${id}/messages`, { token, body })

const read = ({ token }: Member, { id }: { id: number }) => app.call('GET', `/disputes/${id}`, { token })

const confirm = ({ buyer, order }: Pick<Bought, 'buyer' | 'order'>, body: Record<string, unknown> = {}) =>
  app.call('PATCH', `/cart/order/${order.orderId}/received`, { token: buyer.token, body })

const orderOf = async ({ buyer, order }: Bought) => {
  const query = { transactionRef: order.transactionRef }
  const page = dataOf(listOrders, await app.call('GET', '/cart/orders', { token: buyer.token, query }))
  const [one] = page.content
  if (!one) throw new Error('There is no such order.')
  return one
}

/** Returns the sum of each account in Naira, from the ledger rows of this order. */
async function accounts({ order }: Bought) {
  const { rows } = await sql<{ account: string; naira: number }>`
    select account, sum(amount_kobo)::integer / 100 as naira from ledger_entries
    where order_id = ${order.orderId} group by account having sum(amount_kobo) <> 0`.execute(db)
  return Object.fromEntries(rows.map(({ account, naira }) => [account, naira]))
}

const setLine = (id: number, columns: { released_at?: Date; payout_id?: number }) =>
  db.updateTable('order_lines').set(columns).where('id', '=', id).execute()

/** Inserts a payout of one kobo, because only its lines matter here. */
async function paidOut({ seller }: Bought): Promise<number> {
  const now = app.clock.now()
  const { id } = await db
    .insertInto('payouts')
    .values((row) => ({
      seller_account_id: row.selectFrom('seller_accounts').select('id').where('member_id', '=', seller.id),
      member_id: seller.id,
      amount_kobo: 1,
      reference: `rs-payout-${randomUUID()}`,
      recipient_code: 'RCP_1',
      lagos_day: '2026-01-01',
      created_at: now,
      changed_at: now,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('opening a dispute', () => {
  test('shows order, parcel and first message to both sides and staff', async () => {
    const sale = await bought()
    const { url } = await buildMedia(app, sale.buyer)
    const dispute = dataOf(openDispute, await open(sale, { images: [url] }))
    expect(dispute).toMatchObject({
      state: 'OPEN',
      reason: 'DAMAGED',
      role: 'buyer',
      transactionRef: sale.order.transactionRef,
      name: 'Drum',
      total: 1000,
      lineState: 'SHIPPED',
      parcel: { sellerId: sale.seller.id, state: 'SHIPPED' },
      messages: [{ role: 'buyer', author: { id: sale.buyer.id }, text: 'It is torn', images: [{ url }] }],
      can: { write: true, grant: false, decide: false, withdraw: true },
    })
    expect(dispute.history.map(({ state }) => state)).toEqual(['PENDING', 'PROCESSING', 'SHIPPED'])
    const cans = [sale.seller, staff].map(async (by) => dataOf(getDispute, await read(by, dispute)).can)
    expect(await Promise.all(cans)).toEqual([
      { write: true, grant: true, decide: false, withdraw: false },
      { write: true, grant: false, decide: true, withdraw: false },
    ])
    expectFailure(await read(await buildMember(app), dispute), 404)
    const used = db.selectFrom('media_in_use').select('url').where('url', '=', url)
    expect(await used.execute()).toHaveLength(1)
  })

  test('notifies the seller and staff', async () => {
    const { seller, dispute } = await disputed()
    await app.runJobs()
    expect((await mailsTo(app, seller.email)).map(({ subject }) => subject)).toEqual([
      'Something is wrong with Drum',
    ])
    expect(await systemMessagesTo(app, seller)).toEqual([expect.stringContaining('“Drum”')])
    expect(await notificationsOf(app, seller)).toMatchObject([
      { kind: 'DISPUTE', target: { type: 'dispute', id: dispute.id, title: 'Drum' } },
    ])
    expect((await systemMessagesTo(app, staff)).join()).toContain('There is a new dispute about 1 × “Drum”')
  })

  test('works once for each line, also across a block', async () => {
    const sale = await bought()
    await buildBlock(app, sale.seller, sale.buyer)
    const answers = await Promise.all([open(sale), open(sale), open(sale)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expectFailure(await open(sale), 409, 'ALREADY_DISPUTED')
    expectOk(await open(sale, { orderLineId: sale.stickLine }))
  })

  test.each(['PENDING', 'PROCESSING', 'CANCELED', 'FAILED'] as const)(
    'rejects an order that is %s',
    async (status) => {
      expectFailure(await open(await bought({ status })), 409, 'NOT_SHIPPED')
    },
  )

  test('works up to 7 days after completion', async () => {
    expectOk(await open(await bought({ status: 'COMPLETED', at: ago(6.9) })))
    expectFailure(await open(await bought({ status: 'COMPLETED', at: ago(7.1) })), 409, 'TOO_LATE')
  })

  test('answers 404 to anybody but the buyer of the line', async () => {
    const [sale, other] = [await bought(), await bought()]
    for (const by of [sale.seller, staff, other.buyer]) expectFailure(await open(sale, {}, by), 404)
    expectFailure(await open(sale, { orderLineId: other.drumLine }), 404)
  })

  test.each([
    ['text', { text: ' ' }],
    ['text', { text: 'x'.repeat(2001) }],
    ['images', { images: ['/media/foreign.webp'] }],
    ['images', { images: ['1', '2', '3', '4', '5'] }],
  ])('rejects a bad %s', async (field, body) => {
    const sale = await bought()
    expect(Object.keys(expectFailure(await open(sale, body), 400).fields ?? {})).toEqual([field])
    expect((await orderOf(sale)).orderItemList[0]).toMatchObject({ disputeId: null, can: { dispute: true } })
  })
})

describe('an open dispute', () => {
  test('lets nobody confirm the parcel, which does not complete by time', async () => {
    const sale = await disputed({ status: 'SHIPPED', at: ago(20) })
    expect(await orderOf(sale)).toMatchObject({
      can: { confirm: false },
      parcels: [{ can: { confirm: false } }],
    })
    expectFailure(await confirm(sale), 409, 'DISPUTE_OPEN')
    expectFailure(await confirm(sale, { sellerId: sale.seller.id }), 409, 'DISPUTE_OPEN')
    await completeShipped.run(app.deps, {})
    expect((await orderOf(sale)).orderStatus).toBe('SHIPPED')
    expectOk(await decide(staff, sale.dispute, { decision: 'PAY_SELLER' }))
    expect(await orderOf(sale)).toMatchObject({
      orderStatus: 'SHIPPED',
      orderItemList: [{ state: 'COMPLETED' }, { state: 'SHIPPED' }],
    })
    await completeShipped.run(app.deps, {})
    expect((await orderOf(sale)).orderStatus).toBe('COMPLETED')
  })

  test('does not stop the confirmation of another parcel', async () => {
    const [buyer, one, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const items = [await buildItem(app, one), await buildItem(app, other)]
    const lines = items.map((item) => ({ item }))
    const order = await buildOrder(app, buyer, lines, { status: 'SHIPPED' })
    const sale = { buyer, order, drumLine: order.lineIds[0] ?? 0 }
    expectOk(await open(sale))
    expectFailure(await confirm(sale), 409, 'DISPUTE_OPEN')
    expectOk(await confirm(sale, { sellerId: other.id }))
  })

  test('holds released money again, unless it was paid out', async () => {
    const sale = await bought({ status: 'COMPLETED' })
    for (const id of sale.order.lineIds) await setLine(id, { released_at: app.clock.now() })
    await setLine(sale.stickLine, { payout_id: await paidOut(sale) })
    expect(await accounts(sale)).toMatchObject({ AVAILABLE: 1350, COMMISSION: 150 })
    expectOk(await open(sale))
    expectOk(await open(sale, { orderLineId: sale.stickLine }))
    expect(await accounts(sale)).toMatchObject({ HELD: 1000, AVAILABLE: 450, COMMISSION: 50 })
  })

  test('accepts messages of both sides and staff, and notifies the others', async () => {
    const { buyer, seller, dispute } = await disputed()
    expectOk(await write(seller, dispute, { text: 'It was whole' }))
    expectOk(await write(staff, dispute, { text: 'How was it packed?' }))
    const seen = dataOf(getDispute, await write(buyer, dispute, { text: 'In paper' }))
    expect(seen.messages.map(({ role, text }) => [role, text])).toEqual([
      ['buyer', 'It is torn'],
      ['seller', 'It was whole'],
      ['staff', 'How was it packed?'],
      ['buyer', 'In paper'],
    ])
    expect(seen.messages[2]?.author).toBeNull()
    for (const by of [buyer, seller, staff])
      expect((await notificationsOf(app, by))[0]).toMatchObject({
        kind: 'DISPUTE',
        target: { id: dispute.id },
        text: 'There is a new message in the dispute about 1 × “Drum”',
      })
    expectFailure(await write(await buildMember(app), dispute), 404)
  })
})

const withdraw = ({ token }: Member, { id }: { id: number }) =>
  app.call('POST', `/disputes/${id}/withdraw`, { token })

describe('a withdrawal', () => {
  test('lets the order complete by time and be paid out', async () => {
    const sale = await disputed({ status: 'SHIPPED', at: ago(20) })
    const before = await accounts(sale)
    const withdrawn = dataOf(withdrawDispute, await withdraw(sale.buyer, sale.dispute))
    expect(withdrawn).toMatchObject({
      state: 'WITHDRAWN',
      lineState: 'SHIPPED',
      decision: null,
      decidedDate: expect.any(String),
      can: { write: false, withdraw: false },
    })
    expect(await accounts(sale)).toEqual(before)
    await completeShipped.run(app.deps, {})
    expect((await orderOf(sale)).orderStatus).toBe('COMPLETED')
    const lines = db.selectFrom('order_lines').select('is_disputed').where('id', '=', sale.drumLine)
    expect(await lines.execute(), 'payouts skip disputed lines').toEqual([{ is_disputed: false }])
  })

  test('notifies the seller and moves the dispute to the closed ones', async () => {
    const { buyer, seller, dispute } = await disputed()
    expectOk(await withdraw(buyer, dispute))
    const text = 'The buyer has withdrawn the dispute about 1 × “Drum”.'
    expect((await notificationsOf(app, seller))[0]).toMatchObject({ kind: 'DISPUTE', text })
    expect((await systemMessagesTo(app, seller)).at(-1)).toContain(text)
    const over = app.call('GET', '/disputes', { token: seller.token, query: { state: 'DECIDED' } })
    expect(dataOf(listDisputes, await over).content).toMatchObject([{ state: 'WITHDRAWN' }])
  })

  test('is possible once, for the buyer of an open dispute', async () => {
    const sale = await disputed()
    for (const by of [sale.seller, staff]) expectFailure(await withdraw(by, sale.dispute), 403)
    expectFailure(await withdraw(await buildMember(app), sale.dispute), 404)
    expectOk(await withdraw(sale.buyer, sale.dispute))
    expectFailure(await withdraw(sale.buyer, sale.dispute), 409, 'ALREADY_WITHDRAWN')
    expectFailure(await write(sale.seller, sale.dispute), 409, 'ALREADY_WITHDRAWN')
    expectFailure(await open(sale), 409, 'ALREADY_DISPUTED')
  })

  test('counts only if no decision was faster', async () => {
    const sale = await disputed()
    const answers = await Promise.all([
      withdraw(sale.buyer, sale.dispute),
      decide(sale.seller, sale.dispute, { decision: 'REFUND_BUYER' }),
      decide(staff, sale.dispute, { decision: 'PAY_SELLER' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('a decision', () => {
  test('for the buyer refunds and completes the line', async () => {
    const sale = await disputed()
    const stock = await stockOf(app, sale.drum)
    const decided = dataOf(decideDispute, await decide(staff, sale.dispute, { decision: 'REFUND_BUYER' }))
    expect(decided).toMatchObject({
      state: 'DECIDED',
      decision: 'REFUND_BUYER',
      amount: 1000,
      decidedBy: 'staff',
      decisionReason: 'The pictures show it',
      lineState: 'COMPLETED',
      refund: { amount: 1000, state: 'PENDING' },
      can: { write: false, grant: false, decide: false, withdraw: false },
    })
    expect(await accounts(sale)).toEqual({ PROVIDER: -1500, HELD: 500, REFUNDS: 1000 })
    expect(await stockOf(app, sale.drum)).toBe(stock)
    expectFailure(await write(sale.buyer, sale.dispute), 409, 'ALREADY_DECIDED')
    expectFailure(await open(sale), 409, 'ALREADY_DISPUTED')
  })

  test('for the seller refunds nothing', async () => {
    const sale = await disputed()
    expectOk(await decide(staff, sale.dispute, { decision: 'PAY_SELLER' }))
    expect(await accounts(sale)).toEqual({ PROVIDER: -1500, HELD: 1500 })
    await setLine(sale.drumLine, { released_at: app.clock.now() })
    expect(await accounts(sale)).toMatchObject({ HELD: 500, AVAILABLE: 900, COMMISSION: 100 })
  })

  test('to split takes commission of the seller’s part only', async () => {
    const sale = await disputed()
    expectOk(await decide(staff, sale.dispute, { decision: 'SPLIT', amount: 400.5 }))
    await setLine(sale.drumLine, { released_at: app.clock.now() })
    const { rows } = await sql<{ account: string; kobo: number }>`
      select account, sum(amount_kobo)::integer as kobo from ledger_entries where order_id = ${sale.order.orderId}
      group by account having sum(amount_kobo) <> 0 order by account`.execute(db)
    expect(rows.map(({ account, kobo }) => [account, kobo])).toEqual([
      ['AVAILABLE', 53_955],
      ['COMMISSION', 5995],
      ['HELD', 50_000],
      ['PROVIDER', -150_000],
      ['REFUNDS', 40_050],
    ])
  })

  test('shows the seller what the buyer gets back', async () => {
    const sale = await disputed()
    const { token } = sale.seller
    const query = { orderId: sale.drumLine }
    const sold = async () => {
      const page = dataOf(listSellerOrders, await app.call('GET', '/cart/seller/orders', { token, query }))
      return page.content[0]
    }
    expect(await sold()).toMatchObject({ disputeId: sale.dispute.id, refunded: null })
    expectOk(await decide(staff, sale.dispute, { decision: 'SPLIT', amount: 400.5 }))
    expect(await sold()).toMatchObject({ total: 1000, refunded: 400.5 })
  })

  test('after the payout is withheld from the seller’s next money', async () => {
    const sale = await bought({ status: 'COMPLETED' })
    await setLine(sale.drumLine, { released_at: app.clock.now() })
    await setLine(sale.drumLine, { payout_id: await paidOut(sale) })
    const dispute = dataOf(openDispute, await open(sale))
    expectOk(await decide(staff, dispute, { decision: 'REFUND_BUYER' }))
    // The 900 that were available are subtracted, although the payout has already taken them.
    expect(await accounts(sale)).toEqual({ PROVIDER: -1500, HELD: 500, REFUNDS: 1000 })
  })

  test('never refunds more than was paid', async () => {
    const sale = await disputed()
    await updateRows(db, 'payment_attempts', { reference: sale.order.reference }, { paid_kobo: 30_000 })
    const decided = dataOf(decideDispute, await decide(staff, sale.dispute, { decision: 'REFUND_BUYER' }))
    expect(decided).toMatchObject({ amount: 1000, refund: { amount: 300 } })
    const told = (await systemMessagesTo(app, sale.buyer)).at(-1)
    expect(told).toContain('Only ₦300.00 is left of the payment, and goes back.')
  })

  const closed = { state: 'COMPLETED', receivedDate: expect.any(String), decidedDate: expect.any(String) }

  test('on the last line completes the order', async () => {
    const sale = await disputed()
    const { id } = dataOf(openDispute, await open(sale, { orderLineId: sale.stickLine }))
    expectOk(await decide(staff, sale.dispute, { decision: 'PAY_SELLER' }))
    expectOk(await decide(staff, { id }, { decision: 'REFUND_BUYER' }))
    expect(await orderOf(sale)).toMatchObject({
      orderStatus: 'COMPLETED',
      parcels: [closed],
      refund: { amount: 500 },
    })
  })

  test('does not change that the rest of a parcel was received', async () => {
    const sale = await disputed()
    expectOk(await decide(staff, sale.dispute, { decision: 'PAY_SELLER' }))
    expectOk(await confirm(sale))
    const { id } = dataOf(openDispute, await open(sale, { orderLineId: sale.stickLine }))
    expectOk(await decide(staff, { id }, { decision: 'PAY_SELLER' }))
    expect(await orderOf(sale)).toMatchObject({
      parcels: [{ receivedDate: expect.any(String), decidedDate: null }],
    })
  })

  test('completes the parcel once the seller declines its other lines', async () => {
    const sale = await bought({ status: 'PROCESSING' })
    const move = (lineId: number, body: Record<string, unknown>) =>
      app.call('PATCH', `/cart/seller/order/${lineId}`, { token: sale.seller.token, body })
    expectOk(await move(sale.drumLine, { state: 'SHIPPED' }))
    const dispute = dataOf(openDispute, await open(sale))
    expectOk(await decide(staff, dispute, { decision: 'PAY_SELLER' }))
    expectOk(await move(sale.stickLine, { state: 'CANCELED', reason: 'Sold out' }))
    expect(await orderOf(sale)).toMatchObject({
      orderStatus: 'COMPLETED',
      parcels: [closed],
    })
  })

  test('counts once when several decide at once', async () => {
    const sale = await disputed()
    const other = await buildMember(app, { role: 'SUPERADMIN' })
    const answers = await Promise.all([
      decide(staff, sale.dispute, { decision: 'SPLIT', amount: 10 }),
      decide(sale.seller, sale.dispute, { decision: 'REFUND_BUYER' }),
      decide(other, sale.dispute, { decision: 'PAY_SELLER' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expectFailure(await decide(staff, sale.dispute, { decision: 'PAY_SELLER' }), 409, 'ALREADY_DECIDED')
    const refunds = db.selectFrom('refunds').select('id').where('order_id', '=', sale.order.orderId)
    expect((await refunds.execute()).length).toBeLessThan(2)
  })

  test('gives both sides the reason and is in the audit log', async () => {
    const { buyer, seller, dispute } = await disputed()
    expectOk(await decide(staff, dispute, { decision: 'SPLIT', amount: 400 }))
    await app.runJobs()
    for (const by of [buyer, seller]) {
      const [mail] = (await mailsTo(app, by.email)).filter(({ subject }) => subject.includes('decided'))
      expect(mail?.text).toContain('₦400.00 goes back to the buyer, and ₦600.00 goes to the seller.')
      expect(mail?.text).toContain('The pictures show it')
      expect((await systemMessagesTo(app, by)).join()).toContain('The reason: The pictures show it')
      expect((await notificationsOf(app, by))[0]).toMatchObject({
        kind: 'DISPUTE',
        target: { id: dispute.id },
      })
    }
    const log = db.selectFrom('audit_log').select(['actor_id', 'member_id', 'reason', 'detail'])
    expect(
      await log.where('action', '=', 'DECIDE_DISPUTE').where('target_id', '=', dispute.id).execute(),
    ).toEqual([{ actor_id: staff.id, member_id: seller.id, reason: 'The pictures show it', detail: 'SPLIT' }])
  })

  test('lets the seller only grant the refund, without a reason', async () => {
    const { seller, dispute } = await disputed()
    expectFailure(await decide(seller, dispute, { decision: 'PAY_SELLER' }), 403)
    expectFailure(await decide(seller, dispute, { decision: 'SPLIT', amount: 1 }), 403)
    const granted = dataOf(
      decideDispute,
      await decide(seller, dispute, { decision: 'REFUND_BUYER', reason: undefined }),
    )
    expect(granted).toMatchObject({ decidedBy: 'seller', decisionReason: null, refund: { amount: 1000 } })
  })

  /** A drum and a stick in one parcel with a fee of ₦300.00, both disputed. */
  async function withFee(reason: string) {
    const sale = await bought({ status: 'SHIPPED', feeKobo: 30_000 })
    const drum = dataOf(openDispute, await open(sale, { reason }))
    const stick = dataOf(openDispute, await open(sale, { reason, orderLineId: sale.stickLine }))
    return { ...sale, drumDispute: drum, stickDispute: stick }
  }
  const decided = async (by: Member, dispute: { id: number }, body: Record<string, unknown>) =>
    dataOf(decideDispute, await decide(by, dispute, body))

  test('returns the fee of a parcel that never came with its last paid line', async () => {
    const sale = await withFee('NOT_RECEIVED')
    expect(sale.stickDispute).toMatchObject({ fee: null, feeLeft: 300, feeWithRefund: 0 })
    expect(await decided(staff, sale.drumDispute, { decision: 'REFUND_BUYER' })).toMatchObject({
      fee: 0,
      feeLeft: 300,
      refund: { amount: 1000 },
    })
    expect(await decided(sale.seller, sale.stickDispute, { decision: 'REFUND_BUYER' })).toMatchObject({
      fee: 300,
      feeLeft: 0,
      refund: { amount: 800 },
    })
    expect(await accounts(sale)).toEqual({ PROVIDER: -1800, REFUNDS: 1800 })
    const texts = (await notificationsOf(app, sale.buyer)).map(({ text }) => text).join()
    expect(texts).toContain(
      'The price of ₦1,000.00 goes back to the buyer. The delivery fee of ₦300.00 does not',
    )
    expect(texts).toContain('₦500.00 goes to the buyer. The delivery fee of ₦300.00 goes back too.')
  })

  test.each([
    ['the first line was split', 'NOT_RECEIVED', { decision: 'SPLIT', amount: 1 }],
    ['the first line was decided for the seller', 'NOT_RECEIVED', { decision: 'PAY_SELLER' }],
    ['the parcel came', 'DAMAGED', { decision: 'REFUND_BUYER' }],
  ])('leaves the fee to the seller if %s', async (_, reason, first) => {
    const sale = await withFee(reason)
    await decided(staff, sale.drumDispute, first)
    expect(await decided(staff, sale.stickDispute, { decision: 'REFUND_BUYER' })).toMatchObject({
      fee: 0,
      feeLeft: 300,
    })
  })

  test('gives back as much of the fee as staff choose, with any decision', async () => {
    const sale = await withFee('DAMAGED')
    const first = await decided(staff, sale.drumDispute, { decision: 'PAY_SELLER', fee: 100.5 })
    expect(first).toMatchObject({ amount: 0, fee: 100.5, feeLeft: 199.5, refund: { amount: 100.5 } })
    await app.runJobs()
    expect((await mailsTo(app, sale.buyer.email)).at(-1)?.text).toContain('10 working days')
    const second = await decided(staff, sale.stickDispute, { decision: 'SPLIT', amount: 400, fee: 0 })
    expect(second).toMatchObject({ amount: 400, fee: 0, feeLeft: 199.5, refund: { amount: 400 } })
    for (const id of [sale.drumLine, sale.stickLine]) await setLine(id, { released_at: app.clock.now() })
    expect((await accounts(sale)).HELD ?? 0).toBe(0)
  })

  test('lets staff leave the fee of a parcel that never came to the seller, but not the seller', async () => {
    const sale = await withFee('NOT_RECEIVED')
    await decided(staff, sale.drumDispute, { decision: 'REFUND_BUYER' })
    const kept = await decide(sale.seller, sale.stickDispute, { decision: 'REFUND_BUYER', fee: 0 })
    expect(expectFailure(kept, 400).fields).toEqual({ fee: 'Must be at least ₦300.00.' })
    expect(await decided(staff, sale.stickDispute, { decision: 'REFUND_BUYER', fee: 0 })).toMatchObject({
      fee: 0,
    })
  })

  test.each([300.01, -1, 0.001, '300', 1e12])('rejects the fee %j and stays open', async (fee) => {
    const sale = await withFee('NOT_RECEIVED')
    const answer = await decide(staff, sale.drumDispute, { decision: 'REFUND_BUYER', fee })
    expect(Object.keys(expectFailure(answer, 400).fields ?? {})).toEqual(['fee'])
    expect(dataOf(getDispute, await read(staff, sale.drumDispute))).toMatchObject({
      state: 'OPEN',
      fee: null,
    })
  })

  test.each([
    ['amount', { decision: 'SPLIT' }],
    ['amount', { decision: 'SPLIT', amount: 0 }],
    ['amount', { decision: 'SPLIT', amount: 1000 }],
    ['amount', { decision: 'SPLIT', amount: 1.005 }],
    ['amount', { decision: 'PAY_SELLER', amount: 5 }],
    ['reason', { decision: 'PAY_SELLER', reason: ' ' }],
    ['reason', { decision: 'PAY_SELLER', reason: 'x'.repeat(501) }],
  ])('rejects a bad %s: %j', async (field, body) => {
    const { dispute } = await disputed()
    expect(Object.keys(expectFailure(await decide(staff, dispute, body), 400).fields ?? {})).toEqual([field])
  })
})

describe('the list', () => {
  const list = async ({ token }: Member, query: Record<string, string | number> = {}) =>
    dataOf(listDisputes, await app.call('GET', '/disputes', { token, query }))

  test('has the member’s own disputes by state, open ones first', async () => {
    const [first, second] = [await disputed(), await disputed()]
    const { buyer } = first
    const third = dataOf(openDispute, await open(first, { orderLineId: first.stickLine }))
    expectOk(await decide(staff, first.dispute, { decision: 'PAY_SELLER' }))
    expect((await list(buyer)).content.map(({ id, role }) => [id, role])).toEqual([
      [third.id, 'buyer'],
      [first.dispute.id, 'buyer'],
    ])
    expect((await list(first.seller, { state: 'OPEN' })).content).toMatchObject([
      { id: third.id, role: 'seller' },
    ])
    const page = await list(buyer, { size: 1 })
    expect((await list(buyer, { size: 1, cursor: page.nextCursor ?? 0 })).content).toMatchObject([
      { id: first.dispute.id },
    ])
    const all = await list(staff, { size: 100, state: 'OPEN' })
    expect(all.content.map(({ id }) => id)).toEqual(expect.arrayContaining([third.id, second.dispute.id]))
    expect(all.content.map(({ id }) => id)).toEqual(all.content.map(({ id }) => id).toSorted((a, b) => a - b))
    expect((await list(staff, { own: 'true' })).content).toEqual([])
  })
})

test('removes the texts of an erased member but can still be decided', async () => {
  const { buyer, seller, dispute } = await disputed()
  const { url } = await buildMedia(app, buyer)
  expectOk(await write(buyer, dispute, { text: 'My street is Bode Thomas', images: [url] }))
  expectOk(await write(seller, dispute, { text: 'It was whole' }))
  await db.deleteFrom('members').where('id', '=', buyer.id).execute()
  const seen = dataOf(getDispute, await read(staff, dispute))
  expect(seen.buyer).toBeNull()
  expect(seen.messages).toMatchObject([
    { role: 'buyer', author: null, text: '', images: [] },
    { role: 'buyer', author: null, text: '', images: [] },
    { role: 'seller', text: 'It was whole' },
  ])
  expectOk(await decide(staff, dispute, { decision: 'REFUND_BUYER' }))
  await db.deleteFrom('members').where('id', '=', seller.id).execute()
  expect(dataOf(getDispute, await read(staff, dispute))).toMatchObject({ seller: null, decisionReason: null })
})
