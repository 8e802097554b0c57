import { randomBytes } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { transact, type Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue } from '#api/jobs/job.ts'
import { sandboxKey } from '#api/ports/payments/payments.ts'
import { lastFour, type Card } from './cards.ts'
import { outcomesOf, isBehaviour } from './accounts.ts'
import { notifyCharge, notifyRefund, notifyTransfer } from './events.ts'
import type { NewTransaction, PaystackStore, RefundToAdd } from './paystack-api.ts'
import { selectTransfers, toRefund, toTransaction, toTransfer, type TransactionRow } from './sandbox-rows.ts'
import type { Recipient, TransferToAdd } from './transfers-api.ts'

/** Stores the sandbox's state in the database, so that it outlives restarts and all nodes share it. */
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
    addRecipient: (recipient) => addRecipient(db, recipient),
    findRecipient: (code) => findRecipient(db, code),
    addTransfer: (transfer) => addTransfer(deps, transfer),
    async findTransfer(reference) {
      const found = await selectTransfers(db).where('reference', '=', reference).executeTakeFirst()
      return found && toTransfer(found)
    },
  }
}

/** Stores a payment without the email, so that erasing a member leaves nothing in the sandbox. */
async function openTransaction({ db, clock, settings }: Deps, payment: NewTransaction) {
  const { reference, amount: amount_kobo, currency, callback_url = null, metadata } = payment
  const access_code = randomBytes(16).toString('base64url')
  const urls = { callback_url, cancel_url: metadata?.cancel_action ?? null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sandbox_transactions')
    .values({ reference, access_code, amount_kobo, currency, ...urls, created_at: clock.now() })
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

/** The ways to pay without a card. */
type Channel = 'bank_transfer' | 'ussd'
const bankMilliseconds = 2000

export function charge(deps: Deps, transaction: TransactionRow, card: Card): Promise<void> {
  const paid_at = card.isPaid ? deps.clock.now() : null
  const outcome = { status: card.isPaid ? 'success' : 'failed', gateway_response: card.response, paid_at }
  const values = { ...outcome, card: lastFour(card), channel: 'card' }
  return tryToPay(deps, transaction, values, card.isPaid ? {} : null)
}

/** Pays without a card: the bank reports a moment later that the money has arrived. */
export function chargeLater(deps: Deps, transaction: TransactionRow, channel: Channel): Promise<void> {
  const values = { status: 'pending', gateway_response: 'Waiting for the bank', card: null, channel }
  return tryToPay(deps, transaction, values, { at: new Date(deps.clock.now().getTime() + bankMilliseconds) })
}

/** Pays a transaction at most once. Until then another way may be tried. `when` is the time to send its event. */
async function tryToPay(
  { db }: Deps,
  { id }: TransactionRow,
  values: Updateable<Tables['sandbox_transactions']>,
  when: { at?: Date } | null,
): Promise<void> {
  await transact(db, async (tx) => {
    const moved = await tx
      .updateTable('sandbox_transactions')
      .set(values)
      .where('id', '=', id)
      .where('status', 'in', ['abandoned', 'failed'])
      .executeTakeFirst()
    if (when && moved.numUpdatedRows > 0) await enqueue(tx, notifyCharge, { transactionId: id }, when)
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
    const values = { transaction_id: paid.id, amount_kobo, status: 'pending', merchant_note }
    const refund = await tx
      .insertInto('sandbox_refunds')
      .values({ ...values, created_at: clock.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueue(tx, notifyRefund, { refundId: refund.id })
    return { refund: toRefund(refund), paid }
  })
}

async function addRecipient(db: Db, { recipient_code, behaviour }: Omit<Recipient, 'id'>) {
  const { id } = await db
    .insertInto('sandbox_recipients')
    .values({ recipient_code, behaviour })
    .onConflict((on) => on.column('recipient_code').doUpdateSet({ behaviour }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, recipient_code, behaviour }
}

async function findRecipient(db: Db, recipient_code: string): Promise<Recipient | undefined> {
  const found = await db
    .selectFrom('sandbox_recipients')
    .select(['id', 'behaviour'])
    .where('recipient_code', '=', recipient_code)
    .executeTakeFirst()
  if (!found || !isBehaviour(found.behaviour)) return undefined
  return { id: found.id, recipient_code, behaviour: found.behaviour }
}

async function addTransfer({ db, clock }: Deps, transfer: TransferToAdd) {
  const { reference, recipientId, amount, reason, status } = transfer
  return transact(db, async (tx) => {
    const values = { reference, recipient_id: recipientId, amount_kobo: amount, reason, status }
    const added = await tx
      .insertInto('sandbox_transfers')
      .values({ ...values, created_at: clock.now() })
      .onConflict((on) => on.column('reference').doNothing())
      .returning('id')
      .executeTakeFirst()
    const row = await selectTransfers(tx).where('reference', '=', reference).executeTakeFirstOrThrow()
    if (added && outcomesOf(row.behaviour).length > 0)
      await enqueue(tx, notifyTransfer, { transferId: row.id, step: 0 })
    return toTransfer(row)
  })
}
