import { afterAll, expect, test } from 'vitest'
import { transact } from '#api/db/db.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { updateRows } from '#api/test/rows.ts'
import { testApp } from '#api/test/test-app.ts'
import { moveRefund, refundStateOf } from './refund-states.ts'

const app = await testApp()
afterAll(() => app.stop())
const { db } = app.deps

const states = ['ASKED', 'PENDING', 'NEEDS_ATTENTION', 'FAILED', 'PROCESSED', 'SETTLED'] as const
type State = (typeof states)[number]

/** Where each answer of the provider leads from each state. In the other cells the state stays. */
const moves: Record<string, Partial<Record<State, State>>> = {
  pending: { ASKED: 'PENDING' },
  'a-new-word': { ASKED: 'PENDING' },
  'needs-attention': { ASKED: 'NEEDS_ATTENTION', PENDING: 'NEEDS_ATTENTION' },
  failed: { ASKED: 'FAILED', PENDING: 'FAILED', NEEDS_ATTENTION: 'FAILED' },
  processed: { ASKED: 'PROCESSED', PENDING: 'PROCESSED', NEEDS_ATTENTION: 'PROCESSED', FAILED: 'PROCESSED' },
}
const cells = states.flatMap((state) => Object.keys(moves).map((status) => ({ state, status })))

/** Inserts a refund for each cell, each of a line of one paid order. */
async function buildRefunds() {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const items = await Promise.all(cells.map(async () => ({ item: await buildItem(app, seller) })))
  const order = await buildOrder(app, buyer, items, { status: 'PROCESSING' })
  const at = app.clock.now()
  await updateRows(db, 'order_lines', { order_id: order.orderId }, { refunded_kobo: 100, refunded_at: at })
  const rows = cells.map(({ state }, n) => ({
    order_id: order.orderId,
    order_line_id: order.lineIds[n] ?? 0,
    reference: order.reference,
    amount_kobo: 100,
    state: state === 'SETTLED' ? ('PROCESSED' as const) : state,
    settled_outside_at: state === 'SETTLED' ? at : null,
    next_poll_at: at,
    created_at: at,
    changed_at: at,
  }))
  return db.insertInto('refunds').values(rows).returning('id').execute()
}

test('follows the table of states and answers', async () => {
  const admin = await buildMember(app, { role: 'ADMIN' })
  const ids = (await buildRefunds()).map(({ id }) => id).toSorted((one, other) => one - other)
  for (const [n, { status }] of cells.entries())
    await transact(db, (tx) => moveRefund(app.deps, tx, ids[n] ?? 0, refundStateOf(status)))
  const rows = await db.selectFrom('refunds').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const found = rows.map((row) => ({
    state: row.settled_outside_at ? 'SETTLED' : row.state,
    isPolled: row.next_poll_at !== null,
    isPaidTwice: row.paid_twice_at !== null,
  }))
  const expected = cells.map(({ state, status }) => {
    const to = moves[status]?.[state]
    const isPolled = to !== 'FAILED' && to !== 'PROCESSED'
    return { state: to ?? state, isPolled, isPaidTwice: state === 'SETTLED' && status === 'processed' }
  })
  expect(found.map((row, n) => ({ ...cells[n], ...row }))).toEqual(
    expected.map((row, n) => ({ ...cells[n], ...row })),
  )
  // Five of them failed or need attention, and one was paid twice.
  expect(await systemMessagesTo(app, admin)).toHaveLength(6)
  expect(await checkLedger(db)).toEqual([])
})
