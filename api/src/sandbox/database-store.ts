import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue } from '#api/jobs/job.ts'
import { sandboxKey } from '#api/ports/payments/payments.ts'
import { lastFour, type Card } from './cards.ts'
import { notifyCharge, notifyRefund } from './events.ts'
import type { NewTransaction, PaystackStore, RefundToAdd } from './paystack-api.ts'
import { transferStore } from './transfer-store.ts'
import { toRefund, toTransaction, type TransactionRow } from './rows.ts'

/** In the database, so that it outlives restarts and all nodes share it. */
export function databaseStore(deps: Deps): PaystackStore {
  const { db } = deps
  return {
    secretKey: sandboxKey(deps.jwtSecret),
    open: (payment) => openTransaction(deps, payment),
    async find(reference) {
      const found = await findTransaction(deps, { reference })
      return found && toTransaction(found)
    },
    addRefund: (refund) => addRefund(deps, refund),
    async listRefunds({ transactionId, perPage, page }) {
      const refunds = await db
        .selectFrom('sandbox_refunds')
        .selectAll()
        .$if(transactionId !== undefined, (all) => all.where('transaction_id', '=', transactionId ?? 0))
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute()
      return refunds.map(toRefund)
    },
    ...transferStore(deps),
  }
}

/** The email is not stored, so that erasing a member leaves nothing in the sandbox. */
async function openTransaction({ db, clock, settings }: Deps, payment: NewTransaction) {
  const { reference, amount, currency, callback_url = null, metadata } = payment
  const access_code = randomBytes(16).toString('base64url')
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sandbox_transactions')
    .values({
      reference,
      access_code,
      amount_kobo: amount,
      currency,
      callback_url,
      cancel_url: metadata?.cancel_action ?? null,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return undefined
  return { authorization_url: `${settings.publicUrl}/sandbox/pay/${access_code}`, access_code }
}

export async function findTransaction(
  { db }: Pick<Deps, 'db'>,
  by: { reference: string } | { access_code: string },
) {
  const [column, value] =
    'reference' in by ? ['reference' as const, by.reference] : ['access_code' as const, by.access_code]
  return db.selectFrom('sandbox_transactions').selectAll().where(column, '=', value).executeTakeFirst()
}

/** Ways to pay without a card. */
type Channel = 'bank_transfer' | 'ussd'
const bankMilliseconds = 2000

/** A transaction is paid at most once. Until then another card may be tried. */
export async function charge({ db, clock }: Deps, { id }: TransactionRow, card: Card): Promise<void> {
  await transact(db, async (tx) => {
    const moved = await tx
      .updateTable('sandbox_transactions')
      .set({
        status: card.isPaid ? 'success' : 'failed',
        gateway_response: card.response,
        card: lastFour(card),
        channel: 'card',
        paid_at: card.isPaid ? clock.now() : null,
      })
      .where('id', '=', id)
      .where('status', 'in', ['abandoned', 'failed'])
      .executeTakeFirst()
    if (card.isPaid && moved.numUpdatedRows > 0) await enqueue(tx, notifyCharge, { transactionId: id })
  })
}

/** Pays without a card: the bank says a moment later that the money has come. */
export async function chargeLater(
  { db, clock }: Deps,
  { id }: TransactionRow,
  channel: Channel,
): Promise<void> {
  await transact(db, async (tx) => {
    const moved = await tx
      .updateTable('sandbox_transactions')
      .set({ status: 'pending', gateway_response: 'Waiting for the bank', card: null, channel })
      .where('id', '=', id)
      .where('status', 'in', ['abandoned', 'failed'])
      .executeTakeFirst()
    const at = new Date(clock.now().getTime() + bankMilliseconds)
    if (moved.numUpdatedRows > 0) await enqueue(tx, notifyCharge, { transactionId: id }, { at })
  })
}

async function addRefund({ db, clock }: Deps, { reference, merchant_note, amountOf }: RefundToAdd) {
  return transact(db, async (tx) => {
    const found = await tx
      .selectFrom('sandbox_transactions')
      .selectAll()
      .where('reference', '=', reference)
      .forUpdate()
      .executeTakeFirst()
    if (!found) return undefined
    const { sum } = await tx
      .selectFrom('sandbox_refunds')
      .select(sql<string>`coalesce(sum(amount_kobo), 0)`.as('sum'))
      .where('transaction_id', '=', found.id)
      .where('status', '<>', 'failed')
      .executeTakeFirstOrThrow()
    const paid = toTransaction(found)
    const amount_kobo = amountOf({ paid, refundedKobo: Number(sum) })
    const refund = await tx
      .insertInto('sandbox_refunds')
      .values({
        transaction_id: paid.id,
        amount_kobo,
        status: 'pending',
        merchant_note,
        created_at: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueue(tx, notifyRefund, { refundId: refund.id })
    return { refund: toRefund(refund), paid }
  })
}
