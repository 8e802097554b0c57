import { sql } from 'kysely'
import { nairaOf } from '@rootsquare/contract/money'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged, PageQuery } from '@rootsquare/contract/paged'
import type { HeldPayment } from '@rootsquare/contract/payments'
import { transact } from '#api/db/db.ts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { record } from '#api/features/accounts/audit.ts'
import { forbidden, notFound, Refusal } from '#api/http/refusal.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { ProviderTrouble } from '#api/ports/payments/payments.ts'
import { holdOrder } from './hold-order.ts'
import { judge } from './judge.ts'
import { nextLook } from './looks.ts'
import { moveOrder } from './move-order.ts'
import { nobody } from './order-rows.ts'
import { tellEnded } from './order-words.ts'
import { askRefund } from './refunds.ts'
import { decided, look, settle } from './settle.ts'
import { giveBackStock } from './stock.ts'

export async function listHeld({ db }: Deps, query: PageQuery): Promise<Paged<HeldPayment>> {
  const held = db.selectFrom('payment_attempts').where('state', '=', 'HELD')
  const { total } = await held
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await held
    .innerJoin('orders', 'orders.id', 'order_id')
    .leftJoin('members', 'members.id', 'buyer_id')
    .select(['transaction_ref', 'order_id', 'buyer_id', 'username', 'amount_kobo', 'paid_kobo', 'currency'])
    .select((row) => [row.ref('held_why').as('why'), row.ref('settled_at').$notNull().as('since')])
    .orderBy('settled_at')
    .orderBy('reference')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  const content = rows.map((row) => ({
    transactionRef: row.transaction_ref,
    orderId: row.order_id,
    buyerId: row.buyer_id,
    buyerUsername: row.username ?? nobody,
    expected: nairaOf(row.amount_kobo),
    paid: row.paid_kobo === null ? null : nairaOf(row.paid_kobo),
    currency: row.currency,
    why: row.why ?? '',
    createdDate: row.since.toISOString(),
  }))
  return pageOf(content, total, query)
}

/** Where an order has several held payments, the one that has waited longest. */
export async function decideHeld(
  deps: Deps,
  viewer: Viewer,
  transactionRef: string,
  action: 'accept' | 'refund',
): Promise<null> {
  const held = await findHeld(deps.db, transactionRef)
  const decide = action === 'accept' ? acceptHeld : refundHeld
  await decide(deps, viewer, held).catch((error: unknown) => {
    if (!(error instanceof ProviderTrouble)) throw error
    throw new Refusal(502, 'PROVIDER_TROUBLE', 'The provider does not answer. Please try again in a moment.')
  })
  return null
}

type Held = {
  reference: string
  order_id: number
  buyer_id: number | null
  amount_kobo: number
  paid_kobo: number | null
  held_why: string | null
}

async function findHeld(db: Db, transactionRef: string): Promise<Held> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['reference', 'order_id', 'buyer_id', 'amount_kobo', 'paid_kobo', 'held_why', 'state'])
    .where((row) =>
      row.or([row('transaction_ref', '=', transactionRef), row('reference', '=', transactionRef)]),
    )
    .where('held_why', 'is not', null)
    .orderBy(sql`state = 'HELD'`, 'desc')
    .orderBy('settled_at')
    .limit(1)
    .executeTakeFirst()
  if (!attempt) throw notFound('There is no such payment.')
  if (attempt.state !== 'HELD') throw decided()
  return attempt
}

async function acceptHeld(deps: Deps, viewer: Viewer, { reference, buyer_id }: Held): Promise<void> {
  if (buyer_id === viewer.id)
    throw forbidden('This is your own payment. Another admin must decide.', 'OWN_PAYMENT')
  await settle(deps, reference, { accept: viewer })
}

/** All of it goes back, and the order ends, unless another payment has paid it. */
async function refundHeld(deps: Deps, viewer: Viewer, held: Held): Promise<void> {
  const paidKobo = held.paid_kobo ?? (await paidNow(deps, held))
  await transact(deps.db, async (tx) => {
    const { id, status } = await holdOrder(deps, tx, held.order_id, viewer)
    await release(deps, tx, held, paidKobo)
    if (paidKobo !== null) await askRefund(deps, tx, { orderId: id, lineId: null, reference: held.reference })
    const ends = status === 'PENDING'
    if (ends) {
      await moveOrder(deps, tx, id, { from: 'PENDING', to: 'FAILED' })
      await giveBackStock(tx, id)
    }
    if (ends || paidKobo !== null) await tellEnded(deps, tx, id, paidKobo === null ? 'FAILED' : 'REFUNDED')
    const target = { type: 'order', id } as const
    const why = { detail: held.reference, reason: held.held_why }
    await record(deps, tx, viewer, { action: 'REFUND_PAYMENT', memberId: held.buyer_id, ...why, target })
  })
}

/** Of an answer that could not be read; null: nothing has come, or it cannot be read now either. */
async function paidNow(deps: Deps, held: Held): Promise<number | null> {
  const verdict = judge(held, await look(deps, held.reference), deps.payments.mode)
  return verdict?.paid?.amountKobo ?? null
}

/** The WHERE is the lock. What has not come yet may still come, and is watched as before. */
async function release({ clock }: Deps, tx: Tx, { reference }: Held, paidKobo: number | null): Promise<void> {
  const now = clock.now()
  const { numUpdatedRows } = await tx
    .updateTable('payment_attempts')
    .set({
      state: paidKobo === null ? 'OPEN' : 'REFUNDED',
      paid_kobo: paidKobo,
      next_look_at: paidKobo === null ? nextLook(now, now) : null,
    })
    .where('reference', '=', reference)
    .where('state', '=', 'HELD')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw decided()
}
