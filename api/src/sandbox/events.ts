import { sql } from 'kysely'
import { z } from 'zod'
import { transact } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { job } from '#api/jobs/job.ts'
import { sandboxKey } from '#api/ports/payments/payments.ts'
import { cards, lastFour } from './cards.ts'
import { chargeEvent, refundEvent, webhookHeaders } from './paystack-api.ts'
import { toRefund, toTransaction } from './rows.ts'

const timeoutMs = 10_000

/** Retried at growing intervals until the webhook returns 200, as Paystack does. */
export const notifyCharge = job({
  name: 'sandbox-charge-event',
  payload: z.object({ transactionId: z.int() }),
  async run(deps, { transactionId }) {
    const paid = await deps.db
      .selectFrom('sandbox_transactions')
      .selectAll()
      .where('id', '=', transactionId)
      .executeTakeFirst()
    if (paid) await send(deps, chargeEvent(toTransaction(paid)))
  },
})

export const notifyRefund = job({
  name: 'sandbox-refund-event',
  payload: z.object({ refundId: z.int() }),
  async run(deps, { refundId }) {
    const ended = await transact(deps.db, (tx) => endRefund(tx, refundId))
    if (ended) await send(deps, refundEvent(toRefund(ended.refund), ended.reference))
  },
})

export const sandboxJobs = [notifyCharge, notifyRefund]

/** The card decides the status of the refund. A fully refunded transaction becomes `reversed`. */
async function endRefund(tx: Db, id: number) {
  const found = await tx
    .selectFrom('sandbox_refunds')
    .innerJoin('sandbox_transactions as paid', 'paid.id', 'transaction_id')
    .where('sandbox_refunds.id', '=', id)
    .select(['paid.id', 'reference', 'card'])
    .forUpdate()
    .executeTakeFirst()
  if (!found) return null
  const card = cards.find((one) => lastFour(one) === found.card)
  const refund = await tx
    .updateTable('sandbox_refunds')
    .set({ status: card?.refundEnds ?? 'processed' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('sandbox_transactions')
    .set({ status: 'reversed' })
    .where('id', '=', found.id)
    .where(
      'amount_kobo',
      '<=',
      tx
        .selectFrom('sandbox_refunds')
        .where('transaction_id', '=', found.id)
        .where('status', '=', 'processed')
        .select(sql<number>`coalesce(sum(amount_kobo), 0)`.as('sum')),
    )
    .execute()
  return { refund, reference: found.reference }
}

async function send({ ownAddress, jwtSecret }: Deps, event: object): Promise<void> {
  const body = JSON.stringify(event)
  const address = ownAddress.url()
  if (address === null) throw new Error('This server does not listen yet.')
  const { status } = await fetch(`${address}/api/payment/webhook`, {
    method: 'POST',
    headers: webhookHeaders(sandboxKey(jwtSecret), body),
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (status !== 200) throw new Error(`The webhook was answered with ${status}.`)
}
