import { sql } from 'kysely'
import { z } from 'zod'
import { moneyText } from '@rootsquare/contract/lib/money'
import type { Db, Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { enqueue, job } from '#api/jobs/job.ts'
import { refundKind, type RefundKind } from '#api/features/orders/order-refunds.ts'
import { findOrderFacts } from './order-facts.ts'
import { announceOrder } from './order-events.ts'
import { mailBuyer } from './order-mails.ts'
import { messageTo } from './order-messages.ts'
import { forBuyer } from './order-notifications.ts'

type WhichPayment = { orderId: number; reference: string }

/** Notifies the buyer that a whole payment goes back: it came twice or too late, or staff refused it. The order goes its own way. */
export async function notifyPaymentRefunded(
  deps: Pick<Deps, 'clock' | 'bus'>,
  tx: Tx,
  { orderId, reference }: WhichPayment,
): Promise<void> {
  await announceOrder(deps, tx, orderId)
  const order = await findOrderFacts(tx, orderId)
  const text = await textOf(tx, reference)
  if (!order || text === null) return
  await enqueue(tx, sendPaymentRefunded, { orderId, reference })
  await sendSystemMessages(deps, tx, messageTo(order.buyerId, text))
  await notify(
    deps,
    tx,
    forBuyer(order, `A payment for your order ${order.reference} is on its way back to you`),
  )
}

export const sendPaymentRefunded = job({
  name: 'send-payment-refunded',
  payload: z.object({ orderId: z.int(), reference: z.string() }),
  async run(deps, { orderId, reference }) {
    const order = await findOrderFacts(deps.db, orderId)
    const text = await textOf(deps.db, reference)
    if (!order || text === null) return
    const subject = `A refund for order ${order.reference}`
    await mailBuyer(deps, order, {
      subject,
      lines: [text, 'It goes the way you paid. Depending on your bank this takes up to 10 working days.'],
    })
  },
})

type Facts = { order: string; kobo: number; isNaira: boolean; kind: RefundKind }

/** Null if nothing of the payment is refunded, because the bank has taken it back. */
async function textOf(db: Db, reference: string): Promise<string | null> {
  const { rows } = await sql<Facts>`
    select transaction_ref as order, amount_kobo as kobo, currency = 'NGN' as "isNaira", kind
    from (
      select transaction_ref, currency, ${refundKind} as kind,
        (select sum(refunds.amount_kobo)::bigint from refunds where refunds.reference = payment_attempts.reference) as amount_kobo
      from payment_attempts join orders on orders.id = order_id where payment_attempts.reference = ${reference}) payment
    where amount_kobo > 0`.execute(db)
  return rows[0] ? texts[rows[0].kind](rows[0].order, amountText(rows[0])) : null
}

const amountText = ({ isNaira, kobo }: Pick<Facts, 'isNaira' | 'kobo'>) =>
  isNaira ? moneyText(kobo) : 'what you paid'

const texts: Record<RefundKind, (order: string, amount: string) => string> = {
  TWICE: (order, amount) => `You paid twice for your order ${order}: ${amount} goes back to you in full.`,
  LATE: (order, amount) =>
    `Your payment for order ${order} came after the order had ended: ${amount} goes back to you in full.`,
  OWN: (order, amount) =>
    `We could not accept your payment for order ${order}: ${amount} goes back to you in full.`,
}

/** Notifies the buyer, who was told that the refund had failed. */
export async function notifyRefundSettled(
  deps: Pick<Deps, 'clock' | 'bus'>,
  tx: Tx,
  { orderId, refundId }: { orderId: number; refundId: number },
): Promise<void> {
  const order = await findOrderFacts(tx, orderId)
  const { amount_kobo: kobo, currency } = await tx
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.reference', 'refunds.reference')
    .select(['refunds.amount_kobo', 'currency'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (!order) return
  const amount = amountText({ kobo, isNaira: currency === 'NGN' })
  const text = `Our admins send ${amount} for your order ${order.reference} back to you another way than you paid, because the payment provider could not.`
  await sendSystemMessages(deps, tx, messageTo(order.buyerId, text))
}
