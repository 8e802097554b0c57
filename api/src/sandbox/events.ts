import { sql } from 'kysely'
import { z } from 'zod'
import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue, job } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { sandboxKey } from '#api/ports/payments/payments.ts'
import { outcomesOf } from './accounts.ts'
import { cards, lastFour } from './cards.ts'
import { chargeEvent, refundEvent, webhookHeaders } from './paystack-api.ts'
import { selectTransfers, toRefund, toTransaction, toTransfer } from './sandbox-rows.ts'
import { transferEvent } from './transfers-api.ts'

const timeoutMs = 10_000

/**
 * Sends the event of a charge, and retries at growing intervals until the webhook returns 200, as Paystack does. A payment
 * without a card has arrived by now.
 */
export const notifyCharge = job({
  name: 'sandbox-charge-event',
  payload: z.object({ transactionId: z.int() }),
  async run(deps, { transactionId }) {
    await deps.db
      .updateTable('sandbox_transactions')
      .set({ status: 'success', gateway_response: 'Approved', paid_at: deps.clock.now() })
      .where('id', '=', transactionId)
      .where('status', '=', 'pending')
      .execute()
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

/** Moves the transfer to its next step and sends the event of that step. */
export const notifyTransfer = job({
  name: 'sandbox-transfer-event',
  payload: z.object({ transferId: z.int(), step: z.int() }),
  async run(deps, { transferId, step }) {
    const moved = await transact(deps.db, (tx) => moveTransfer(deps, tx, { transferId, step }))
    if (moved) await send(deps, transferEvent(toTransfer(moved.transfer), moved.status))
  },
})

export const sandboxJobs = [notifyCharge, notifyRefund, notifyTransfer]

type Step = { transferId: number; step: number }

/** Moves the transfer unless it has moved already, perhaps by a later step too: a retry then sends its own event again. */
async function moveTransfer({ clock }: Deps, tx: Db, { transferId, step }: Step) {
  const transfer = await selectTransfers(tx).where('sandbox_transfers.id', '=', transferId).executeTakeFirst()
  const ends = outcomesOf(transfer?.behaviour)
  const status = ends[step]
  if (!transfer || status === undefined) return null
  const { numUpdatedRows } = await tx
    .updateTable('sandbox_transfers')
    .set({ status })
    .where('id', '=', transferId)
    .where('status', '=', ends[step - 1] ?? 'pending')
    .executeTakeFirst()
  if (numUpdatedRows > 0 && ends[step + 1] !== undefined)
    await enqueue(tx, notifyTransfer, { transferId, step: step + 1 }, { at: inMinutes(clock.now(), 1) })
  return { transfer, status }
}

/** Gives the refund the status that its card decides. A fully refunded transaction becomes `reversed`. */
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
  await sql`
    update sandbox_transactions set status = 'reversed' where id = ${found.id} and amount_kobo <= (
      select coalesce(sum(amount_kobo), 0) from sandbox_refunds
      where transaction_id = ${found.id} and status = 'processed')`.execute(tx)
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
