import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { transact } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue } from '#api/jobs/job.ts'
import { lastFour } from './cards.ts'
import type { Card } from './cards.ts'
import { notifyCharge, notifyRefund } from './events.ts'

export type Transaction = Selectable<Tables['sandbox_transactions']>
export type Refund = Selectable<Tables['sandbox_refunds']>

type NewTransaction = Pick<Transaction, 'reference' | 'amount_kobo' | 'callback_url' | 'cancel_url'>

/** Returns undefined if the reference was used before. */
export async function openTransaction({ db, clock }: Deps, given: NewTransaction) {
  const access_code = randomBytes(16).toString('base64url')
  return db
    .insertInto('sandbox_transactions')
    .values({ ...given, access_code, currency: 'NGN', created_at: clock.now() })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findTransaction(
  { db }: Pick<Deps, 'db'>,
  by: { reference: string } | { access_code: string },
) {
  const [column, value] =
    'reference' in by ? ['reference' as const, by.reference] : ['access_code' as const, by.access_code]
  return db.selectFrom('sandbox_transactions').selectAll().where(column, '=', value).executeTakeFirst()
}

/** A transaction is paid at most once. Until then another card may be tried. */
export async function charge({ db, clock }: Deps, { id }: Transaction, card: Card): Promise<void> {
  await transact(db, async (tx) => {
    const moved = await tx
      .updateTable('sandbox_transactions')
      .set({
        status: card.isPaid ? 'success' : 'failed',
        gateway_response: card.response,
        card: lastFour(card),
        paid_at: card.isPaid ? clock.now() : null,
      })
      .where('id', '=', id)
      .where('status', 'in', ['abandoned', 'failed'])
      .executeTakeFirst()
    if (card.isPaid && moved.numUpdatedRows > 0) await enqueue(tx, notifyCharge, { transactionId: id })
  })
}

type NewRefund = { reference: string; amountKobo: number | undefined; note: string | undefined }

/** Returns the error text if the refund is rejected. */
export async function openRefund({ db, clock }: Deps, { reference, amountKobo, note }: NewRefund) {
  return transact(db, async (tx) => {
    const paid = await tx
      .selectFrom('sandbox_transactions')
      .selectAll()
      .where('reference', '=', reference)
      .forUpdate()
      .executeTakeFirst()
    if (!paid) return 'Transaction not found'
    if (paid.paid_at === null) return 'Transaction has not been paid'
    const { sum } = await tx
      .selectFrom('sandbox_refunds')
      .select(sql<string>`coalesce(sum(amount_kobo), 0)`.as('sum'))
      .where('transaction_id', '=', paid.id)
      .where('status', '<>', 'failed')
      .executeTakeFirstOrThrow()
    const left = paid.amount_kobo - Number(sum)
    const amount_kobo = amountKobo ?? left
    if (amount_kobo < 1 || amount_kobo > left) return 'Refund amount cannot be more than transaction amount'
    const refund = await tx
      .insertInto('sandbox_refunds')
      .values({
        transaction_id: paid.id,
        amount_kobo,
        status: 'pending',
        merchant_note: note ?? null,
        created_at: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueue(tx, notifyRefund, { refundId: refund.id })
    return { refund, paid }
  })
}

type RefundFilter = { transactionId: number | undefined; perPage: number; page: number }

export async function findRefunds({ db }: Deps, { transactionId, perPage, page }: RefundFilter) {
  let query = db.selectFrom('sandbox_refunds').selectAll()
  if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId)
  return query
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

export async function findRefund({ db }: Deps, id: number) {
  return db.selectFrom('sandbox_refunds').selectAll().where('id', '=', id).executeTakeFirst()
}
