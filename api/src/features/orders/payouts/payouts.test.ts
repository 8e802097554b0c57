import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  getPayoutBalance,
  getTrialBalance,
  listPayoutProblems,
  listPayouts,
  listStatementEntries,
} from '@rootsquare/contract/trade/payouts'
import { getAdminOrder, retryOrder } from '@rootsquare/contract/trade/admin-orders'
import { paySellers } from './pay-sellers.ts'
import { retryPayouts } from './retry-payouts.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { startWithProvider } from '#api/test/builders/payments.ts'
import { buildFinishedSale, buildPaidSeller, payoutsOf } from '#api/test/builders/payouts.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { textCell } from '#api/features/orders/ledger/statement.ts'

const { app, provider } = await startWithProvider()
const { db } = app.deps
const admin = await buildMember(app, { role: 'ADMIN' })
const viewer = { id: admin.id, role: 'ADMIN' as const, sessionId: '' }

beforeEach(async () => {
  await sql`delete from payout_accounts`.execute(db)
  await sql`update payouts set next_poll_at = null`.execute(db)
})

const pay = () => paySellers(app.deps)
const retry = ({ orderId }: { orderId: number }) =>
  app.call('POST', `/orders/admin/${orderId}/retry`, { token: admin.token })
async function finish(seller: { id: number }, status: string) {
  const reference = (await payoutsOf(app, seller)).at(-1)?.reference ?? ''
  await provider.sendWebhook(app.url, provider.transferEvent(reference, status))
  await app.runJobs()
  return reference
}
/** Moves the times of the payouts instead of the clock, so that sessions stay valid. */
const letADayPass = () =>
  sql`update payouts set lagos_day = lagos_day - 2, created_at = created_at - interval '25 hours'`.execute(db)
const balanceOf = async ({ token }: { token: string }) =>
  dataOf(getPayoutBalance, await app.call('GET', '/payouts/balance', { token }))
const dayOf = (moment: Date) => new Date(moment.getTime() + 3_600_000).toISOString().slice(0, 10)

async function statementOf({ token }: { token: string }, query: { from: string; to: string }) {
  const { status, body, headers } = await app.call('GET', '/payouts/statement', { token, query })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const [columns, ...lines] = String(body).trimEnd().split('\r\n')
  expect(columns).toBe('date,type,reference,orderId,amount,balance')
  return lines.map((line) => line.split(','))
}

describe('the balance', () => {
  test('is 0 for a member who has sold nothing', async () => {
    const zeros = { held: 0, available: 0, onTheWay: 0, paid: 0 }
    expect(await balanceOf(await buildMember(app))).toEqual(zeros)
  })

  test('shows each step of the money in Naira', async () => {
    const { seller } = await buildPaidSeller(app, 123_450)
    await buildFinishedSale(app, seller, { kobo: 5005, daysAgo: 1 })
    expect(await balanceOf(seller)).toEqual({ held: 1284.55, available: 0, onTheWay: 0, paid: 0 })
    await pay()
    expect(await balanceOf(seller)).toEqual({ held: 50.05, available: 0, onTheWay: 1234.5, paid: 0 })
    await finish(seller, 'success')
    expect(await balanceOf(seller)).toEqual({ held: 50.05, available: 0, onTheWay: 0, paid: 1234.5 })
    await finish(seller, 'reversed')
    expect(await balanceOf(seller)).toEqual({ held: 50.05, available: 1234.5, onTheWay: 0, paid: 0 })
  })

  test('of all accounts adds up to 0', async () => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    await finish(seller, 'success')
    const { accounts, sum } = dataOf(
      getTrialBalance,
      await app.call('GET', '/payouts/trial-balance', { token: admin.token }),
    )
    expect(sum).toBe(0)
    expect(accounts).toContainEqual({ account: 'FEES', amount: expect.any(Number) })
  })
})

describe('the list of payouts', () => {
  test('has the seller’s own payouts, newest first, page by page', async () => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    const first = await finish(seller, 'success')
    await buildFinishedSale(app, seller, { kobo: 200_000 })
    await letADayPass()
    await pay()
    const page = async (query: Record<string, number>) =>
      dataOf(listPayouts, await app.call('GET', '/payouts', { token: seller.token, query }))
    const newest = await page({ size: 1 })
    expect(newest.content).toMatchObject([{ amount: 2000, state: 'SENT', fee: 0, last4: '6789' }])
    const rest = await page({ size: 1, cursor: newest.nextCursor ?? 0 })
    expect(rest).toMatchObject({ content: [{ reference: first, state: 'PAID', fee: 10 }], nextCursor: null })
    const other = await buildMember(app)
    const { body } = await app.call('GET', '/payouts', { token: other.token })
    expect(body).toEqual({ data: { content: [], nextCursor: null } })
  })
})

describe('the statement', () => {
  test('ends with what is held and available at the end of its last day', async () => {
    const { seller, order } = await buildPaidSeller(app, 300_000)
    await buildFinishedSale(app, seller, { kobo: 70_000, daysAgo: 1 })
    await pay()
    const reference = await finish(seller, 'success')
    const today = dayOf(app.clock.now())
    const rows = await statementOf(seller, { from: '2026-01-01', to: today })
    const ofOrder = [order.transactionRef, String(order.orderId)]
    expect(rows[0]?.slice(1)).toEqual(['SALE', ...ofOrder, '3000.00', '3000.00'])
    expect(rows.slice(1).map((row) => row.slice(1))).toEqual([
      ['SALE', expect.any(String), expect.any(String), '700.00', '3700.00'],
      ['PAYOUT', reference, '', '-3000.00', '700.00'],
    ])
    expect(await balanceOf(seller)).toMatchObject({ held: 700, available: 0 })
    const early = dayOf(inDays(app.clock.now(), -2))
    expect((await statementOf(seller, { from: '2026-01-01', to: early })).at(-1)?.[5]).toBe('3000.00')
    expect(await statementOf(seller, { from: today, to: today })).toEqual([
      [today, 'PAYOUT', reference, '', '-3000.00', '700.00'],
    ])
  })

  test('has entries with the order that each belongs to, newest first', async () => {
    const { seller, order } = await buildPaidSeller(app, 300_000)
    await pay()
    const page = async (query: Record<string, number>) => {
      const path = '/payouts/statement/entries'
      return dataOf(listStatementEntries, await app.call('GET', path, { token: seller.token, query }))
    }
    const newest = await page({ size: 1 })
    const payout = { type: 'PAYOUT', transactionRef: null, orderId: null, amount: -3000 }
    expect(newest.content).toMatchObject([payout])
    const { transactionRef, lineIds } = order
    expect(await page({ size: 1, cursor: newest.nextCursor ?? 0 })).toMatchObject({
      content: [{ type: 'SALE', transactionRef, orderId: lineIds[0], amount: 3000 }],
      nextCursor: null,
    })
  })

  test('counts days as clocks in Lagos show them', async () => {
    const { seller } = await buildPaidSeller(app)
    await sql`insert into ledger (kind, seller_account_id, available_kobo, commission_kobo, created_at)
      select 'DISPUTE', id, 100, -100, '2026-03-01T23:30:00Z' from seller_accounts where member_id = ${seller.id}`.execute(
      db,
    )
    expect(await statementOf(seller, { from: '2026-03-01', to: '2026-03-01' })).toEqual([])
    const row = ['2026-03-02', 'DISPUTE', '', '', '1.00', '1.00']
    expect(await statementOf(seller, { from: '2026-03-02', to: '2026-03-02' })).toEqual([row])
  })

  test('leaves the commission out of what is owed', async () => {
    const { seller, order } = await buildPaidSeller(app, 200_000)
    await sql`update orders set commission_percent = 10 where id = ${order.orderId}`.execute(db)
    await sql`delete from payout_accounts`.execute(db)
    await pay()
    const rows = await statementOf(seller, { from: '2026-01-01', to: dayOf(app.clock.now()) })
    expect(rows.map((row) => [row[1], row[4], row[5]])).toEqual([
      ['SALE', '2000.00', '2000.00'],
      ['RELEASE', '-200.00', '1800.00'],
    ])
  })

  test.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'to'],
    [{ from: '0000-01-01', to: '2026-01-01' }, 'from'],
    [{ from: '2026-01-01', to: '2026-01-31T00:00' }, 'to'],
  ])('rejects %o', async (query: Record<string, string>, field) => {
    const { token } = await buildMember(app)
    const { fields } = expectFailure(await app.call('GET', '/payouts/statement', { token, query }), 400)
    expect(Object.keys(fields ?? {})).toEqual([field])
  })

  test('has no cell that a spreadsheet would run as a formula', () => {
    expect(['=1+1', '+1', '-1', '@a', 'a,"b"', 'RS-1'].map(textCell)).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@a",
      '"a,""b"""',
      'RS-1',
    ])
  })
})

describe('staff', () => {
  const problems = async () =>
    dataOf(listPayoutProblems, await app.call('GET', '/payouts/problems?size=100', { token: admin.token }))
      .content

  test('see payouts that failed until they are paid again, and old open ones', async () => {
    const [failed, slow] = [await buildPaidSeller(app), await buildPaidSeller(app)]
    await pay()
    const reference = await finish(failed.seller, 'failed')
    const mine = async () =>
      (await problems()).filter(({ sellerId }) => [failed.seller.id, slow.seller.id].includes(sellerId ?? 0))
    expect(await mine()).toMatchObject([
      {
        sellerUsername: failed.seller.username,
        amount: 5000,
        state: 'FAILED',
        reference,
        why: expect.any(String),
      },
    ])
    await letADayPass()
    await pay()
    expect(await mine()).toMatchObject([{ sellerId: slow.seller.id, state: 'SENT' }])
  })

  test('retry a failed payout at once under a new reference, which is logged', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await pay()
    await finish(seller, 'failed')
    expect(await retryPayouts(app.deps, viewer, order.orderId)).toEqual({ found: 1, done: 1 })
    const [first, second] = await payoutsOf(app, seller)
    expect([first?.state, second?.state]).toEqual(['FAILED', 'SENT'])
    const logged = db.selectFrom('audit_log').select(['actor_id', 'member_id', 'detail'])
    expect(await logged.where('member_id', '=', seller.id).execute()).toEqual([
      { actor_id: admin.id, member_id: seller.id, detail: `${first?.reference}, now ${second?.reference}` },
    ])
    await finish(seller, 'success')
    expect(await retryPayouts(app.deps, viewer, order.orderId)).toEqual({ found: 0, done: 0 })
  })

  test('retry an order with a failed payout, which then has no problem', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await pay()
    await finish(seller, 'failed')
    const [path, { token }] = [`/orders/admin/${order.orderId}`, admin]
    const before = dataOf(getAdminOrder, await app.call('GET', path, { token }))
    expect(before).toMatchObject({ problems: ['PAYOUT_FAILED'], can: { retry: true } })
    const after = dataOf(retryOrder, await app.call('POST', `${path}/retry`, { token }))
    expect(after).toMatchObject({ problems: [], can: { retry: false } })
  })

  test('never open a second payout, also in parallel', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await pay()
    await finish(seller, 'failed')
    const retries = [1, 2, 3].map(() => retryPayouts(app.deps, viewer, order.orderId))
    const done = await Promise.allSettled(retries)
    expect(done.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await payoutsOf(app, seller)).toHaveLength(2)
  })

  test('cannot retry a payout to a seller without a usable bank account', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await pay()
    await finish(seller, 'failed')
    await sql`delete from payout_accounts`.execute(db)
    expectFailure(await retry(order), 409, 'NOT_PAYABLE')
  })

  test('retry the payout of one seller if another cannot be paid', async () => {
    const [poor, other] = [await buildPaidSeller(app), await buildPaidSeller(app)]
    await pay()
    for (const { seller } of [poor, other]) await finish(seller, 'failed')
    await sql`delete from payout_accounts where member_id = ${poor.seller.id}`.execute(db)
    // As if both had sold something in the order of the first.
    await sql`update order_lines set order_id = ${poor.order.orderId} where order_id = ${other.order.orderId}`.execute(
      db,
    )
    expect((await retry(poor.order)).status).toBe(200)
    expect((await payoutsOf(app, poor.seller)).map(({ state }) => state)).toEqual(['FAILED'])
    expect((await payoutsOf(app, other.seller)).map(({ state }) => state)).toEqual(['FAILED', 'SENT'])
  })

  test('retry an open payout by asking the provider about it', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await pay()
    const [sent] = await payoutsOf(app, seller)
    provider.transferEvent(sent?.reference ?? '', 'success')
    expect(await retryPayouts(app.deps, viewer, order.orderId)).toEqual({ found: 1, done: 1 })
    expect(await payoutsOf(app, seller)).toMatchObject([{ state: 'PAID' }])
  })
})
