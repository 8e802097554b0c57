import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/trade/payouts'
import { listAdminOrders } from '@rootsquare/contract/trade/admin-orders'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import { buildDispute } from '#api/test/builders/orders.ts'
import { startWithProvider } from '#api/test/builders/payments.ts'
import { buildFinishedSale, buildPaidSeller, moneyOf, payoutsOf } from '#api/test/builders/payouts.ts'
import { callDuring } from '#api/test/waiting.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { createPayouts } from './create-payouts.ts'
import { paySellers } from './pay-sellers.ts'
import { applyTransfer, dropIfOwed, failPayout } from './payout-states.ts'
import { releaseLines } from './release-lines.ts'
import { pollPayout } from './send-payouts.ts'

const logged: string[] = []
const { app, provider } = await startWithProvider({ log: (line) => logged.push(line) })
const { db } = app.deps
const [hour, day] = [3_600_000, 86_400_000]

const pay = () => paySellers(app.deps)
const later = async (milliseconds: number) => {
  app.clock.move(milliseconds)
  await pay()
}
const statesOf = async (seller: { id: number }) => (await payoutsOf(app, seller)).map(({ state }) => state)
const requestsOf = (reference: string) =>
  provider.requests.filter(
    ({ call, body }) => call === 'transfer' && JSON.stringify(body).includes(reference),
  )
const alarmsOf = (reference: string) =>
  logged.filter((line) => line.includes('a payout has a problem') && line.includes(reference))
/** Lets the provider end the transfer and send the event. */
async function tell(reference: string, status: string) {
  await provider.sendWebhook(app.url, provider.transferEvent(reference, status))
  await app.runJobs()
}

// The sellers of other tests get no payouts.
beforeEach(async () => {
  await sql`delete from payout_accounts`.execute(db)
  await sql`update payouts set next_poll_at = null`.execute(db)
})
afterEach(async () => expect(await checkLedger(db)).toEqual([]))

const states = ['PENDING', 'SENT', 'PAID', 'FAILED', 'REVERSED'] as const
type State = (typeof states)[number]

/** Where each answer of the provider about a transfer leads from each state. In the other cells the state stays. */
const moves: Record<string, Partial<Record<State, State>>> = {
  success: { PENDING: 'PAID', SENT: 'PAID', FAILED: 'PAID', REVERSED: 'PAID' },
  failed: { PENDING: 'FAILED', SENT: 'FAILED' },
  abandoned: { PENDING: 'FAILED', SENT: 'FAILED' },
  blocked: { PENDING: 'FAILED', SENT: 'FAILED' },
  rejected: { PENDING: 'FAILED', SENT: 'FAILED' },
  reversed: { PENDING: 'REVERSED', SENT: 'REVERSED', PAID: 'REVERSED' },
  pending: { PENDING: 'SENT' },
  processing: { PENDING: 'SENT' },
  otp: { PENDING: 'SENT' },
  received: { PENDING: 'SENT' },
  'a-new-word': { PENDING: 'SENT' },
}
/** Answers that contradict what the provider has said before. Staff are notified of them. */
const contradictions = [
  'FAILED success',
  'REVERSED success',
  ...['failed', 'abandoned', 'blocked', 'rejected'].map((status) => `PAID ${status}`),
  ...['pending', 'processing', 'otp', 'received', 'a-new-word'].flatMap((status) => [
    `FAILED ${status}`,
    `REVERSED ${status}`,
  ]),
]

/** The mode of our key, and that of the transfer. */
const modes = [
  ['test', 'test'],
  ['live', 'live'],
  ['test', 'live'],
  ['live', 'test'],
  ['test', null],
  [null, 'live'],
] as const
const currencies = ['NGN', 'USD', null] as const
const right = { currency: 'NGN', mode: 'test', domain: 'test', amountKobo: 5000 } as const

/** What the provider says besides the status. */
const answers = [
  ...currencies.flatMap((currency) => modes.map(([mode, domain]) => ({ ...right, currency, mode, domain }))),
  ...[4999, 5001].map((amountKobo) => ({ ...right, amountKobo })),
]

type Cell = { state: State; status: string } & (typeof answers)[number]
const cells: Cell[] = states.flatMap((state) =>
  Object.keys(moves).flatMap((status) => answers.map((answer) => ({ state, status, ...answer }))),
)

/** Returns what is wrong with the answer. Then nothing moves. */
function mismatchOf({ amountKobo, currency, mode, domain }: Cell): string | null {
  if (amountKobo !== 5000) return `a transfer of ₦${amountKobo / 100}, not of ₦50.00`
  if (currency === 'USD') return 'in USD'
  return mode !== null && domain !== null && mode !== domain ? `${mode} mode` : null
}

function expectedOf(cell: Cell) {
  const { state, status } = cell
  const mismatch = mismatchOf(cell)
  const problem = mismatch ?? (contradictions.includes(`${state} ${status}`) ? 'The provider says now' : null)
  const to = mismatch === null ? (moves[status]?.[state] ?? state) : state
  const isReturned = to === 'FAILED' || to === 'REVERSED'
  // One that has come back is only polled if that is in doubt.
  const isPolled = problem !== null || !isReturned
  const row = { state: to, provider_status: status, isPolled, isMovedNow: to !== state && to !== 'SENT' }
  if (problem !== null) return { ...row, why: expect.stringContaining(problem) }
  if (isReturned) return { ...row, why: `The provider says: ${status}.` }
  return { ...row, why: null, provider_status: state === 'PAID' ? null : status }
}

/** Inserts a payout of an erased seller for each cell, of whom several may be open. */
async function buildPayouts(of: Cell[]): Promise<{ id: number; cell: Cell }[]> {
  const at = new Date(app.clock.now().getTime() - hour)
  const { rows } = await sql<{ id: number; n: number }>`
    with account as (insert into seller_accounts (member_id) values (null) returning id)
    insert into payouts (seller_account_id, amount_kobo, reference, recipient_code, lagos_day, request_count, created_at, changed_at)
    select account.id, 5000, 'payout-' || account.id || '-of-the-table-' || n, 'RCP', now(), 1, ${at}, ${at}
    from account, generate_series(1, ${of.length}) n
    returning id, substring(reference from '\\d+$')::integer as n`.execute(db)
  const built = rows.flatMap(({ id, n }) => of.slice(n - 1, n).map((cell) => ({ id, cell })))
  for (const state of states.slice(1)) {
    const ids = built.filter(({ cell }) => cell.state === state).map(({ id }) => id)
    await sql`update payouts set state = ${state} where id = any(${ids})`.execute(db)
  }
  return built
}

const transfer = {
  reference: '',
  feeKobo: 10,
  recipientCode: null,
  transferCode: null,
  gatewayResponse: null,
}

test('follows the table of states, answers, amounts, currencies and modes', async () => {
  const built = await buildPayouts(cells)
  const rest = built.values()
  // All at once, they would wait for a connection for too long.
  async function applySome(): Promise<void> {
    for (const { id, cell } of rest) {
      const { mode, state: _, ...answer } = cell
      const payments = { ...app.deps.payments, mode }
      await applyTransfer({ ...app.deps, payments }, id, { ...transfer, ...answer })
    }
  }
  await Promise.all([applySome(), applySome(), applySome(), applySome()])
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'state', 'provider_status', 'why'])
    .select(sql<boolean>`next_poll_at is not null`.as('isPolled'))
    .select(sql<boolean>`changed_at > created_at`.as('isMovedNow'))
    .where(
      'id',
      'in',
      built.map(({ id }) => id),
    )
    .execute()
  const found = new Map(rows.map(({ id, ...row }) => [id, row]))
  expect(built.map(({ id, cell }) => ({ cell, ...found.get(id) }))).toEqual(
    built.map(({ cell }) => ({ cell, ...expectedOf(cell) })),
  )
})

describe.each(['failed', 'reversed'])('a transfer that %s and then succeeds', (ending) => {
  /** Builds a seller whose payout of ₦5,000 has come back. */
  async function buildReturned() {
    const built = await buildPaidSeller(app)
    await pay()
    const [first] = await payoutsOf(app, built.seller)
    const reference = first?.reference ?? ''
    if (ending === 'reversed') await tell(reference, 'success')
    await tell(reference, ending)
    expect(await moneyOf(app, built.seller)).toEqual({ held: 0, available: 5000, onTheWay: 0 })
    return { ...built, reference }
  }

  test('counts as paid and is not paid again, and staff are told once', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { seller, order, reference } = await buildReturned()
    await tell(reference, 'success')
    await tell(reference, 'success')
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 0 })
    expect(await systemMessagesTo(app, admin)).toEqual([
      expect.stringMatching(
        `${reference} needs your attention. .* succeeded, .* its money is not paid again.`,
      ),
    ])
    expect(alarmsOf(reference)).toHaveLength(1)
    const sent = expect.stringContaining('We have sent ₦5,000.00')
    const came =
      ending === 'reversed' ? [sent, expect.stringContaining('was sent back')] : [expect.any(String)]
    expect(await systemMessagesTo(app, seller)).toEqual([...came, sent])
    const { token } = admin
    const [payout] = await payoutsOf(app, seller)
    expect(payout).toMatchObject({ state: 'PAID', fee_kobo: 1000 })
    // The provider takes its fee once.
    const fees = db.selectFrom('ledger').select(({ fn }) => fn.sum('fees_kobo').as('sum'))
    expect(await fees.where('payout_id', '=', payout?.id ?? 0).execute()).toEqual([{ sum: '-1000' }])
    const problems = async () =>
      dataOf(api.listPayoutProblems, await app.call('GET', '/payouts/problems', { token })).content.filter(
        ({ sellerId }) => sellerId === seller.id,
      )
    const ordersWithProblem = async () => {
      const query = { problem: 'PAYOUT_FAILED', sellerId: seller.id }
      return dataOf(listAdminOrders, await app.call('GET', '/orders/admin', { token, query })).content
    }
    expect(await problems()).toMatchObject([{ reference, state: 'PAID', why: expect.any(String) }])
    expect(await ordersWithProblem()).toMatchObject([{ orderId: order.orderId, problems: ['PAYOUT_FAILED'] }])
    const setNextPoll = (at: Date | null) =>
      sql`update payouts set next_poll_at = ${at} where member_id = ${seller.id}`.execute(db)
    await setNextPoll(null)
    expect([await problems(), await ordersWithProblem()]).toEqual([[], []])
    await setNextPoll(app.clock.now())
    const entries = await app.call('GET', '/payouts/statement/entries', { token: seller.token })
    const types = dataOf(api.listStatementEntries, entries).content.map(({ type }) => type)
    expect(types.slice(0, 3)).toEqual(['PAYOUT', 'PAYOUT_RETURNED', 'PAYOUT'])
    // It is polled for five days more, and its money is not sent again.
    await later(day)
    await later(5 * day)
    expect(await payoutsOf(app, seller)).toMatchObject([{ state: 'PAID', next_poll_at: null }])
    await sql`delete from members where id = ${admin.id}`.execute(db)
  })

  test.each([1, 20])(
    'is found without an event %i days later, before its money is paid again',
    async (days) => {
      const { seller, reference } = await buildReturned()
      provider.transferEvent(reference, 'success')
      await later(days * day)
      expect(await statesOf(seller)).toEqual(['PAID'])
    },
  )

  test('is not paid again while it is under way again', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { seller, order, reference } = await buildReturned()
    for (const status of ['pending', 'otp']) await tell(reference, status)
    expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining('is under way, but it had')])
    const { token } = admin
    const retried = await app.call('POST', `/orders/admin/${order.orderId}/retry`, { token })
    expectFailure(retried, 409, 'NOT_PAYABLE')
    provider.next('verifyTransfer', 'error')
    await later(day)
    // It is in doubt until an answer is clear, however long that takes.
    for (const days of [6, 1]) await later(days * day)
    expect(await payoutsOf(app, seller)).toHaveLength(1)
    provider.transferEvent(reference, 'failed')
    await later(day)
    const [first] = await payoutsOf(app, seller)
    expect(first).toMatchObject({ why: 'The provider says: failed.', next_poll_at: null })
    await pay()
    expect(await payoutsOf(app, seller)).toHaveLength(2)
    await sql`delete from members where id = ${admin.id}`.execute(db)
  })

  test('is found although another attempt has failed since', async () => {
    const { seller, reference } = await buildReturned()
    await later(day)
    const [, second] = await payoutsOf(app, seller)
    await tell(second?.reference ?? '', 'failed')
    provider.transferEvent(reference, 'success')
    await later(day)
    expect(await statesOf(seller)).toEqual(['PAID', 'FAILED'])
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 0 })
  })

  test('is found by a retry of staff', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { seller, order, reference } = await buildReturned()
    provider.transferEvent(reference, 'success')
    const { token } = admin
    expectFailure(
      await app.call('POST', `/orders/admin/${order.orderId}/retry`, { token }),
      409,
      'NOT_PAYABLE',
    )
    expect(await statesOf(seller)).toEqual(['PAID'])
    await sql`delete from members where id = ${admin.id}`.execute(db)
  })

  test('stops another payout of its money that is not sent yet', async () => {
    const { seller, reference } = await buildReturned()
    app.clock.move(day)
    await createPayouts(app.deps)
    await tell(reference, 'success')
    expect(await statesOf(seller)).toEqual(['PAID', 'PENDING'])
    await pay()
    const [, second] = await payoutsOf(app, seller)
    const why = 'It was not sent, because the seller owed ₦5,000.00 by then.'
    expect(second).toMatchObject({ state: 'FAILED', why })
    expect(requestsOf(second?.reference ?? '')).toEqual([])
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 0 })
    expect((await systemMessagesTo(app, seller)).at(-1)).toContain('We have sent ₦5,000.00')
    const lines = db.selectFrom('order_lines').select('payout_id').where('seller_id', '=', seller.id)
    expect(await lines.execute()).toEqual([{ payout_id: null }])
  })

  test('is withheld from the next money if it was paid again', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { seller, reference } = await buildReturned()
    await later(day)
    const [, second] = await payoutsOf(app, seller)
    await tell(second?.reference ?? '', 'success')
    await tell(reference, 'success')
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: -5000, onTheWay: 0 })
    expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining('₦5,000.00 is withheld')])
    await dropIfOwed(app.deps, second?.id ?? 0)
    const lines = db.selectFrom('order_lines').select('payout_id').where('seller_id', '=', seller.id)
    expect(await lines.execute()).toEqual([{ payout_id: second?.id }])
    await buildFinishedSale(app, seller, { kobo: 800_000 })
    await later(day)
    expect((await payoutsOf(app, seller)).map(({ amount_kobo }) => amount_kobo)).toEqual([
      500_000, 500_000, 300_000,
    ])
    await sql`delete from members where id = ${admin.id}`.execute(db)
  })
})

test('a transfer that succeeded stays paid although it is then said to have failed', async () => {
  const admin = await buildMember(app, { role: 'ADMIN' })
  const { seller } = await buildPaidSeller(app)
  await pay()
  const reference = (await payoutsOf(app, seller))[0]?.reference ?? ''
  for (const status of ['success', 'failed', 'failed', 'abandoned']) await tell(reference, status)
  await later(7 * hour)
  expect(await statesOf(seller)).toEqual(['PAID'])
  expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 0 })
  expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining('but it had succeeded')])
  expect(alarmsOf(reference)).toHaveLength(1)
  expect(await systemMessagesTo(app, seller)).toEqual([expect.stringContaining('We have sent')])
  provider.transferEvent(reference, 'reversed')
  await later(7 * hour)
  expect(await statesOf(seller)).toEqual(['REVERSED'])
  expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 5000, onTheWay: 0 })
  await sql`delete from members where id = ${admin.id}`.execute(db)
})

test('only an open payout fails if the provider declines it', async () => {
  const ids = (await buildPayouts(states.map((state) => ({ ...right, state, status: '' })))).map(
    ({ id }) => id,
  )
  for (const id of ids) await failPayout(app.deps, id, 'Declined')
  const rows = db.selectFrom('payouts').select(['state', 'why']).where('id', 'in', ids).orderBy('id')
  const declined = { state: 'FAILED', why: 'Declined' }
  const rest = (['PAID', 'FAILED', 'REVERSED'] as const).map((state) => ({ state, why: null }))
  expect(await rows.execute()).toEqual([declined, declined, ...rest])
})

test('only an open payout is dropped, and only while its seller owes money', async () => {
  const ids = (await buildPayouts(states.map((state) => ({ ...right, state, status: '' })))).map(
    ({ id }) => id,
  )
  for (const id of ids) await dropIfOwed(app.deps, id)
  const rows = db.selectFrom('payouts').select('state').where('id', 'in', ids).orderBy('id')
  expect((await rows.execute()).map(({ state }) => state)).toEqual([
    'FAILED',
    'FAILED',
    'PAID',
    'FAILED',
    'REVERSED',
  ])
  const { seller } = await buildPaidSeller(app)
  await pay()
  const [payout] = await payoutsOf(app, seller)
  await dropIfOwed(app.deps, payout?.id ?? 0)
  await buildFinishedSale(app, seller)
  await releaseLines(app.deps)
  await dropIfOwed(app.deps, payout?.id ?? 0)
  expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 5000, onTheWay: 5000 })
})

test.each(['PENDING', 'SENT'])('an open payout stays the only one the next day: %s', async (state) => {
  const { seller } = await buildPaidSeller(app)
  await releaseLines(app.deps)
  await createPayouts(app.deps)
  if (state === 'SENT') await pay()
  await buildFinishedSale(app, seller)
  app.clock.move(day)
  await releaseLines(app.deps)
  await createPayouts(app.deps)
  expect(await statesOf(seller)).toEqual([state])
})

test.each<[string, (id: number) => Promise<void>, number]>([
  ['has ended', (id) => failPayout(app.deps, id, 'Declined'), 1],
  [
    'was requested by another worker',
    (id) => {
      app.clock.move(hour)
      return pollPayout(app.deps, id)
    },
    2,
  ],
])('a transfer is not requested again if meanwhile it %s', async (_, act, requests) => {
  const { seller } = await buildPaidSeller(app)
  provider.next('transfer', 'error')
  await pay()
  const [{ id, reference } = { id: 0, reference: '' }] = await payoutsOf(app, seller)
  app.clock.move(hour)
  const { verifyTransfer } = app.deps.payments
  const slow = async (asked: string) => {
    const answer = await verifyTransfer(asked).catch((error: unknown) => ({ error }))
    await act(id)
    if ('error' in answer) throw answer.error
    return answer
  }
  await pollPayout({ ...app.deps, payments: { ...app.deps.payments, verifyTransfer: slow } }, id)
  expect(requestsOf(reference)).toHaveLength(requests)
})

test('a transfer of an erased seller that fails while its success is stored is a problem', async () => {
  const [built] = await buildPayouts([{ ...right, state: 'SENT', status: 'failed' }])
  const id = built?.id ?? 0
  const succeed = `update payouts set state = 'PAID' where id = $1`
  await callDuring(app, succeed, [id], () =>
    applyTransfer(app.deps, id, { ...transfer, ...right, status: 'failed' }),
  )
  const { state, why } = await db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([state, why]).toEqual(['PAID', expect.stringContaining('but it had succeeded')])
})

test('notices a reversal until five days after the success', async () => {
  const sellers = [await buildPaidSeller(app), await buildPaidSeller(app)]
  await pay()
  const [early = '', late = ''] = await Promise.all(
    sellers.map(async ({ seller }) => (await payoutsOf(app, seller))[0]?.reference),
  )
  await tell(early, 'success')
  await tell(late, 'success')
  for (let polls = 0; polls < 3; polls += 1) await later(7 * hour)
  provider.transferEvent(early, 'reversed')
  await later(7 * hour)
  await later(5 * day)
  provider.transferEvent(late, 'reversed')
  await later(day)
  const [first, second] = sellers
  expect([await statesOf(first?.seller ?? { id: 0 }), await statesOf(second?.seller ?? { id: 0 })]).toEqual([
    ['REVERSED', 'SENT'],
    ['PAID'],
  ])
})

describe('a line that is disputed during its payout', () => {
  /** Disputes the line after its payout was sent, together with an undisputed line of the same payout. */
  async function buildDisputed() {
    const { seller, order } = await buildPaidSeller(app)
    await buildFinishedSale(app, seller, { kobo: 300_000 })
    await pay()
    const [payout] = await payoutsOf(app, seller)
    return { seller, order, reference: payout?.reference ?? '' }
  }
  test('stays paid out if the transfer succeeds', async () => {
    const { seller, order, reference } = await buildDisputed()
    await buildDispute(app, order.orderId, order.lineIds[0] ?? 0)
    await tell(reference, 'success')
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 0 })
  })

  test('is held if it comes back, but not what an earlier payout paid', async () => {
    const { seller, order, reference } = await buildDisputed()
    await tell(reference, 'success')
    const next = await buildFinishedSale(app, seller, { kobo: 200_000 })
    await later(day)
    const [, second] = await payoutsOf(app, seller)
    for (const { orderId, lineIds } of [order, next]) await buildDispute(app, orderId, lineIds[0] ?? 0)
    await tell(second?.reference ?? '', 'failed')
    expect(await moneyOf(app, seller)).toEqual({ held: 2000, available: 0, onTheWay: 0 })
  })

  const disputeAtOnce = `with seller as materialized (select id from members where id = $1 for share)
    update order_lines set is_disputed = true where order_id = $2 and seller_id in (select id from seller)`

  test('is held too if both happen at the same moment', async () => {
    const { seller, order, reference } = await buildDisputed()
    await callDuring(app, disputeAtOnce, [seller.id, order.orderId], () => tell(reference, 'failed'))
    expect(await moneyOf(app, seller)).toEqual({ held: 5000, available: 3000, onTheWay: 0 })
  })

  test('is not released at that moment', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await callDuring(app, disputeAtOnce, [seller.id, order.orderId], pay)
    expect(await moneyOf(app, seller)).toEqual({ held: 5000, available: 0, onTheWay: 0 })
  })
})
