import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { minPayoutKobo } from '@rootsquare/contract/lib/money'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildMember, mailsTo, systemMessagesTo, updateMember } from '#api/test/builders/members.ts'
import { ban, suspend } from '#api/test/builders/moderation.ts'
import { startWithProvider } from '#api/test/builders/payments.ts'
import {
  buildFinishedSale,
  buildPaidSeller,
  moneyOf,
  payoutsOf,
  setBankAccount,
} from '#api/test/builders/payouts.ts'
import { expectOk } from '#api/test/answer.ts'
import type { Fault } from '#api/test/fakes/paystack.ts'
import { callDuring, openTransaction, untilWaiting } from '#api/test/waiting.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { paySellers } from './pay-sellers.ts'

const { app, provider } = await startWithProvider()
const { db } = app.deps
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

const pay = () => paySellers(app.deps)
const later = async (milliseconds: number) => {
  app.clock.move(milliseconds)
  await pay()
}
const lastOf = async (seller: { id: number }) => {
  const payout = (await payoutsOf(app, seller)).at(-1)
  if (!payout) throw new Error('There is no payout.')
  return payout
}
/** Lets the provider end the transfer and send the event. */
async function tell(reference: string, status: string, times = 1) {
  await provider.sendWebhook(app.url, provider.transferEvent(reference, status), { times })
  await app.runJobs()
}
const requestsOf = (reference: string) =>
  provider.requests.filter(
    ({ call, body }) => call === 'transfer' && JSON.stringify(body).includes(reference),
  )
const rejected = {
  reply: { status: 400, body: { status: false, message: 'Recipient specified is invalid' } },
}
const tooLow = {
  reply: {
    status: 400,
    body: { status: false, message: 'Your balance is not enough to fulfill this request' },
  },
}

// The sellers of other tests get no payouts, so that faults hit the transfers of this one.
beforeEach(async () => {
  await sql`delete from payout_accounts`.execute(db)
  await sql`update payouts set next_poll_at = null`.execute(db)
})
afterEach(async () => {
  provider.always('transfer', null)
  expect(await checkLedger(db)).toEqual([])
})

describe('the money of a seller', () => {
  test('is held until the delay has passed, then sent and paid', async () => {
    const seller = await buildMember(app)
    await setBankAccount(app, seller)
    const order = await buildFinishedSale(app, seller, { daysAgo: 2.9 })
    await pay()
    expect(await moneyOf(app, seller)).toEqual({ held: 5000, available: 0, onTheWay: 0 })
    await later(3 * hour)
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 5000 })
    const sent = await lastOf(seller)
    expect(sent).toMatchObject({ state: 'SENT', amount_kobo: 500_000, bank_name: 'Guaranty Trust Bank' })
    const line = db.selectFrom('order_lines').select('payout_id').where('order_id', '=', order.orderId)
    expect(await line.execute()).toEqual([{ payout_id: sent.id }])
    await tell(sent.reference, 'success', 3)
    expect(await lastOf(seller)).toMatchObject({ state: 'PAID', fee_kobo: 1000 })
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 0 })
    const subject = 'Your money is on its way to Guaranty Trust Bank ••••6789'
    expect(await systemMessagesTo(app, seller)).toEqual([expect.stringContaining(subject)])
    expect((await mailsTo(app, seller.email)).map((mail) => mail.subject)).toEqual([subject])
    const { body } = await app.call('GET', '/notifications', { token: seller.token })
    expect(body).toMatchObject({
      data: { content: [{ kind: 'PAYOUT', text: subject, target: { type: 'payout', title: '₦5,000.00' } }] },
    })
  })

  test('stays available below ₦1,000, and while the bank account is missing or too new', async () => {
    const poor = await buildPaidSeller(app, 99_999)
    const bare = await buildPaidSeller(app)
    await sql`delete from payout_accounts where member_id = ${bare.seller.id}`.execute(db)
    const fresh = await buildPaidSeller(app)
    await sql`update payout_accounts set usable_from = ${app.clock.now()}::timestamptz + interval '1 hour'
      where member_id = ${fresh.seller.id}`.execute(db)
    await pay()
    for (const { seller } of [poor, bare, fresh]) expect(await payoutsOf(app, seller)).toEqual([])
    expect(await moneyOf(app, poor.seller)).toEqual({ held: 0, available: 999.99, onTheWay: 0 })
    await later(2 * hour)
    expect(await payoutsOf(app, fresh.seller)).toHaveLength(1)
  })

  test('is paid out again after midnight in Lagos, an hour before that of UTC', async () => {
    const { seller } = await buildPaidSeller(app)
    const untilMidnight = 2 * day - ((app.clock.now().getTime() + hour) % day)
    await later(untilMidnight - 10 * minute)
    await tell((await lastOf(seller)).reference, 'success')
    await buildFinishedSale(app, seller)
    await later(5 * minute)
    expect(await payoutsOf(app, seller)).toHaveLength(1)
    await later(6 * minute)
    expect(await payoutsOf(app, seller)).toHaveLength(2)
  })

  test('is paid out once a Lagos day', async () => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    await tell((await lastOf(seller)).reference, 'success')
    await buildFinishedSale(app, seller)
    await pay()
    expect(await payoutsOf(app, seller)).toHaveLength(1)
    expect(await moneyOf(app, seller)).toMatchObject({ available: 5000 })
    await later(day)
    expect(await payoutsOf(app, seller)).toHaveLength(2)
  })
})

describe('a transfer', () => {
  test('is found again and not repeated if its answer is lost', async () => {
    const { seller } = await buildPaidSeller(app)
    provider.next('transfer', 'lost')
    await pay()
    const { reference, state } = await lastOf(seller)
    expect(state).toBe('SENT')
    await later(minute)
    expect(requestsOf(reference)).toHaveLength(1)
    provider.transferEvent(reference, 'success')
    await later(10 * minute)
    expect(await lastOf(seller)).toMatchObject({ state: 'PAID', reference })
  })

  test('is repeated under its own reference if it never arrived', async () => {
    const { seller } = await buildPaidSeller(app)
    provider.next('transfer', 'error')
    await pay()
    const { reference, state } = await lastOf(seller)
    expect([state, provider.transfers.has(reference)]).toEqual(['SENT', false])
    await later(minute)
    expect(requestsOf(reference)).toHaveLength(2)
    expect(provider.transfers.has(reference)).toBe(true)
    expect(await payoutsOf(app, seller)).toHaveLength(1)
  })

  test('stays PENDING while the provider cannot be reached', async () => {
    const { seller } = await buildPaidSeller(app)
    await provider.away()
    await pay()
    expect(await lastOf(seller)).toMatchObject({ state: 'PENDING' })
    await provider.back()
    await later(minute)
    expect(await lastOf(seller)).toMatchObject({ state: 'SENT' })
  })

  test('is paid even if its webhook is lost or comes before the answer', async () => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    const { reference } = await lastOf(seller)
    provider.transferEvent(reference, 'success')
    await later(5 * minute)
    expect(await lastOf(seller)).toMatchObject({ state: 'PAID' })
    const early = await buildPaidSeller(app)
    provider.next('transfer', 'errorAfter')
    await pay()
    const event = provider.transferEvent((await lastOf(early.seller)).reference, 'success')
    await provider.sendWebhook(app.url, event)
    await app.runJobs()
    await later(minute)
    expect(await lastOf(early.seller)).toMatchObject({ state: 'PAID', request_count: 1 })
  })

  test('returns its money if it failed, which is sent the next day', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await pay()
    const first = await lastOf(seller)
    await tell(first.reference, 'failed', 2)
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 5000, onTheWay: 0 })
    expect(await systemMessagesTo(app, seller)).toEqual([expect.stringContaining('check your bank account')])
    await later(minute)
    expect(await payoutsOf(app, seller)).toHaveLength(1)
    await later(day)
    const [, second] = await payoutsOf(app, seller)
    expect(second?.reference).not.toBe(first.reference)
    const line = db.selectFrom('order_lines').select('payout_id').where('order_id', '=', order.orderId)
    expect(await line.execute()).toEqual([{ payout_id: second?.id }])
  })

  test('returns its money if it is reversed, also without a webhook', async () => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    const { reference } = await lastOf(seller)
    await tell(reference, 'success')
    provider.transferEvent(reference, 'reversed')
    await later(7 * hour)
    expect(await lastOf(seller)).toMatchObject({ state: 'REVERSED', fee_kobo: 1000 })
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 5000, onTheWay: 0 })
  })

  test.each(['otp', 'received', 'queued-by-a-new-word'])('stays open while it is %s', async (status) => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    const { reference } = await lastOf(seller)
    await tell(reference, status)
    await later(2 * day)
    expect(await payoutsOf(app, seller)).toMatchObject([{ state: 'SENT', provider_status: status }])
    await tell(reference, 'abandoned')
    expect(await lastOf(seller)).toMatchObject({ state: 'FAILED', provider_status: 'abandoned' })
  })

  test('fails with a reason if the provider rejects it', async () => {
    const { seller } = await buildPaidSeller(app)
    provider.next('transfer', rejected)
    await pay()
    expect(await lastOf(seller)).toMatchObject({ state: 'FAILED', why: 'Recipient specified is invalid' })
    expect(await moneyOf(app, seller)).toMatchObject({ available: 5000 })
  })

  test('is not delayed by others that the provider rejects or fails', async () => {
    const faults: Fault[] = Array.from({ length: 5 }, () => ['error' as const, rejected, rejected]).flat()
    const sellers = await Promise.all([null, ...faults].map(() => buildPaidSeller(app)))
    provider.next('transfer', ...faults)
    await pay()
    const payouts = await Promise.all(sellers.map(({ seller }) => lastOf(seller)))
    expect(payouts.filter(({ state }) => state === 'FAILED')).toHaveLength(10)
    expect(payouts.filter(({ reference }) => provider.transfers.has(reference))).toHaveLength(1)
  })

  test.each([
    [1, 'known then'],
    [2, 'known later'],
  ])('is not paid twice if an earlier request arrived late (%i: %s)', async (unknownTimes) => {
    const { seller } = await buildPaidSeller(app)
    provider.next('transfer', 'lost')
    await pay()
    const unknown = { reply: { status: 404, body: { status: false, message: 'Transfer not found' } } }
    for (let n = 0; n < unknownTimes; n += 1) provider.next('verifyTransfer', unknown)
    provider.next('transfer', {
      reply: { status: 400, body: { status: false, message: 'Duplicate reference' } },
    })
    await later(minute)
    expect(await payoutsOf(app, seller)).toMatchObject([{ state: 'SENT' }])
    await tell((await lastOf(seller)).reference, 'success')
    expect(await payoutsOf(app, seller)).toMatchObject([{ state: 'PAID' }])
  })

  test('fails if it stays declined and unknown for a day', async () => {
    const { seller } = await buildPaidSeller(app)
    provider.next('transfer', 'error')
    await pay()
    provider.always('transfer', rejected)
    await later(minute)
    expect(await lastOf(seller)).toMatchObject({ state: 'SENT' })
    await later(day)
    expect((await payoutsOf(app, seller))[0]).toMatchObject({ state: 'FAILED' })
  })
})

describe('an answer', () => {
  test('with another amount moves nothing and notifies staff once', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { seller } = await buildPaidSeller(app)
    await pay()
    const { reference } = await lastOf(seller)
    provider.always('verifyTransfer', { data: { status: 'success', amount: 1, reference } })
    await later(minute)
    await later(5 * minute)
    provider.always('verifyTransfer', null)
    expect(await moneyOf(app, seller)).toMatchObject({ onTheWay: 5000 })
    expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining('a transfer of ₦0.01')])
    await tell(reference, 'success')
    expect(await lastOf(seller)).toMatchObject({ state: 'PAID', why: null })
    await sql`delete from members where id = ${admin.id}`.execute(db)
  })

  test('moves nothing if verify does not confirm its event', async () => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    const { reference } = await lastOf(seller)
    const success = provider.transferEvent(reference, 'success')
    provider.transferEvent(reference, 'pending')
    await provider.sendWebhook(app.url, success)
    await app.runJobs()
    expect(await lastOf(seller)).toMatchObject({ state: 'SENT' })
  })
})

describe('nothing is lost or paid twice', () => {
  test('when the process dies before or after the call', async () => {
    for (const isSent of [false, true]) {
      const { seller } = await buildPaidSeller(app)
      const { transfer } = app.deps.payments
      const dying = {
        ...app.deps.payments,
        async transfer(request: Parameters<typeof transfer>[0]) {
          if (isSent) await transfer(request)
          throw new Error('kill -9')
        },
      }
      await expect(paySellers({ ...app.deps, payments: dying })).rejects.toThrow()
      const { reference, state } = await lastOf(seller)
      expect([state, provider.transfers.has(reference)]).toEqual(['PENDING', isSent])
      await later(2 * minute)
      expect(await payoutsOf(app, seller)).toMatchObject([{ state: 'SENT', reference }])
      expect(requestsOf(reference)).toHaveLength(1)
    }
  })

  test('by two workers at once', async () => {
    const { seller } = await buildPaidSeller(app)
    await Promise.all([pay(), pay(), pay(), pay()])
    const { reference } = await lastOf(seller)
    expect(await payoutsOf(app, seller)).toHaveLength(1)
    expect(requestsOf(reference)).toHaveLength(1)
    await Promise.all([tell(reference, 'success', 3), later(minute), pay()])
    expect(await systemMessagesTo(app, seller)).toHaveLength(1)
  })

  /** Creates a payout of ₦2,000 as another node would, and commits while this node is waiting for it. */
  async function payDuringAnotherPayout(seller: { id: number }, states: string[]): Promise<void> {
    const locked = `with seller as materialized (select id from members where id = $1 for no key update)
      insert into payouts (seller_account_id, member_id, amount_kobo, reference, recipient_code, bank_name, last4,
        lagos_day, created_at, changed_at)
      select seller_accounts.id, member_id, 200000, 'payout-of-another-node-' || member_id, 'RCP', 'GTB', '6789',
        ($2::timestamptz at time zone 'Africa/Lagos')::date, $2, $2
      from seller_accounts where member_id in (select id from seller)`
    const { client, commit } = await openTransaction(app, locked, [seller.id, app.clock.now()])
    for (const state of states)
      await client.query('update payouts set state = $1 where member_id = $2', [state, seller.id])
    let isOver = false
    const paying = pay().finally(() => (isOver = true))
    paying.catch(() => {})
    await untilWaiting(app, 1, () => isOver)
    await commit()
    await paying
  }

  test.each([
    ['open', [], 2000],
    ['paid', ['SENT', 'PAID'], 0],
    ['returned', ['SENT', 'FAILED'], 0],
  ])('by two nodes at once, when the payout of the other is %s', async (_, states, onTheWay) => {
    const { seller, order } = await buildPaidSeller(app)
    await sql`update order_lines set released_at = ${app.clock.now()} where order_id = ${order.orderId}`.execute(
      db,
    )
    await payDuringAnotherPayout(seller, states)
    expect(await payoutsOf(app, seller)).toHaveLength(1)
    const available = states.includes('FAILED') ? 5000 : 3000
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available, onTheWay })
  })

  test('when the bank account changes while a payout is open', async () => {
    const { seller } = await buildPaidSeller(app)
    provider.next('transfer', 'error')
    await pay()
    const { recipient_code } = await lastOf(seller)
    expect(await setBankAccount(app, seller, '0123450000')).not.toBe(recipient_code)
    await later(minute)
    const { reference } = await lastOf(seller)
    expect(provider.transfers.get(reference)?.recipient.recipient_code).toBe(recipient_code)
    expect(await lastOf(seller)).toMatchObject({ recipient_code, last4: '6789' })
  })

  test('when a dispute is opened while the payout begins', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await sql`update order_lines set released_at = ${app.clock.now()} where order_id = ${order.orderId}`.execute(
      db,
    )
    const dispute = `with seller as materialized (select id from members where id = $1 for share)
      update order_lines set released_at = null, finished_at = null where order_id = $2 and seller_id in (select id from seller)`
    await callDuring(app, dispute, [seller.id, order.orderId], pay)
    expect(await payoutsOf(app, seller)).toEqual([])
    expect(await moneyOf(app, seller)).toEqual({ held: 5000, available: 0, onTheWay: 0 })
  })

  test('when a line is disputed during a payout that then fails', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await buildFinishedSale(app, seller, { kobo: 300_000 })
    await pay()
    const body = { orderLineId: order.lineIds[0], reason: 'DAMAGED', text: 'It is torn' }
    expectOk(
      await app.call('POST', `/cart/order/${order.orderId}/dispute`, { token: order.buyer.token, body }),
    )
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 8000 })
    await tell((await lastOf(seller)).reference, 'failed')
    expect(await moneyOf(app, seller)).toEqual({ held: 5000, available: 3000, onTheWay: 0 })
    await later(day)
    expect(await lastOf(seller)).toMatchObject({ state: 'SENT', amount_kobo: 300_000 })
    const [first] = await payoutsOf(app, seller)
    const line = db.selectFrom('order_lines').select('payout_id').where('order_id', '=', order.orderId)
    expect(await line.execute()).toEqual([{ payout_id: first?.id }])
  })

  test('when a line is disputed after it was paid out', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await pay()
    await tell((await lastOf(seller)).reference, 'success')
    const body = { orderLineId: order.lineIds[0], reason: 'DAMAGED', text: 'It is torn' }
    expectOk(
      await app.call('POST', `/cart/order/${order.orderId}/dispute`, { token: order.buyer.token, body }),
    )
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 0 })
  })

  test('for members who are banned, suspended or erased', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const [banned, suspended, erased] = [
      await buildPaidSeller(app),
      await buildPaidSeller(app),
      await buildPaidSeller(app),
    ]
    await ban(app, admin, banned.seller)
    await suspend(app, admin, suspended.seller)
    await sql`delete from members where id = ${erased.seller.id}`.execute(db)
    await pay()
    for (const { seller } of [banned, suspended]) {
      expect(await payoutsOf(app, seller)).toEqual([])
      expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 5000, onTheWay: 0 })
    }
    const line = db.selectFrom('order_lines').select('released_at')
    expect(await line.where('order_id', '=', erased.order.orderId).execute()).toEqual([{ released_at: null }])
    await later(60 * day)
    expect(await payoutsOf(app, suspended.seller)).toHaveLength(1)
    expect(await payoutsOf(app, banned.seller)).toEqual([])
    await sql`delete from members where id = ${admin.id}`.execute(db)
  })

  test('before a member who closed the account is erased', async () => {
    const [{ seller }, small, banned] = [
      await buildPaidSeller(app),
      await buildPaidSeller(app, minPayoutKobo - 1),
      await buildPaidSeller(app),
    ]
    const withoutBank = await buildMember(app)
    await buildFinishedSale(app, withoutBank)
    await updateMember(app, banned.seller, { banned_at: app.clock.now() })
    const closing = [seller, small.seller, banned.seller, withoutBank]
    for (const member of closing)
      await updateMember(app, member, { closure_requested_at: inDays(app.clock.now(), -30) })
    const left = async () => {
      await eraseClosed.run(app.deps, {})
      const ids = closing.map(({ id }) => id)
      const rows = await db.selectFrom('members').select('id').where('id', 'in', ids).execute()
      return rows.map(({ id }) => id)
    }
    expect(await left()).toEqual([seller.id])
    await pay()
    expect(await left()).toEqual([seller.id])
    await tell((await lastOf(seller)).reference, 'success')
    expect(await left()).toEqual([])
  })

  test('when a member is erased while a payout is open', async () => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    const { id, reference } = await lastOf(seller)
    await sql`delete from members where id = ${seller.id}`.execute(db)
    await tell(reference, 'success')
    const row = db.selectFrom('payouts').selectAll().where('id', '=', id)
    expect(await row.executeTakeFirst()).toMatchObject({ state: 'PAID', member_id: null, last4: null })
  })

  test('when the balance is too low for half of the sellers', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const sellers = await Promise.all([1, 2, 3, 4].map(() => buildPaidSeller(app)))
    provider.next('transfer', null, null, tooLow, tooLow)
    await pay()
    const states = async () => {
      const rows = await Promise.all(sellers.map(({ seller }) => lastOf(seller)))
      return rows.map(({ state }) => state).toSorted()
    }
    expect(await states()).toEqual(['PENDING', 'PENDING', 'SENT', 'SENT'])
    provider.always('transfer', tooLow)
    await later(minute)
    expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining('balance')])
    provider.always('transfer', null)
    await later(5 * minute)
    expect(await states()).toEqual(['SENT', 'SENT', 'SENT', 'SENT'])
    for (const { seller } of sellers) expect(await payoutsOf(app, seller)).toHaveLength(1)
    await sql`delete from members where id = ${admin.id}`.execute(db)
  })

  test('because the database rejects impossible moves', async () => {
    const { seller } = await buildPaidSeller(app)
    await pay()
    const { id, reference } = await lastOf(seller)
    const set = (state: string) => sql`update payouts set state = ${state} where id = ${id}`.execute(db)
    await expect(set('PENDING')).rejects.toThrow('cannot move')
    await tell(reference, 'success')
    for (const state of ['PENDING', 'SENT', 'FAILED']) await expect(set(state)).rejects.toThrow('cannot move')
    await tell(reference, 'reversed')
    for (const state of ['PENDING', 'SENT', 'FAILED']) await expect(set(state)).rejects.toThrow('cannot move')
    const copy = sql`insert into payouts (seller_account_id, member_id, amount_kobo, reference, recipient_code, lagos_day, created_at, changed_at)
      select seller_account_id, member_id, 1, 'payout-copy-of-number-' || n, 'RCP', lagos_day, created_at, created_at
      from payouts cross join generate_series(1, 2) n where id = ${id}`
    await expect(copy.execute(db)).rejects.toThrow('payouts_one_open')
  })
})
