import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { inLagos } from '#api/domain/lagos-time.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import type { SystemMessage } from '#api/domain/system-messages.ts'
import { factsOf, goodsText, linesOf, sellersOf } from './order-facts.ts'

type MessageDeps = Pick<Deps, 'clock' | 'bus'>

const mostStaff = 20

async function toStaff(tx: Tx, words: string): Promise<SystemMessage[]> {
  const staff = await tx
    .selectFrom('members')
    .select('id')
    .where('role', 'in', ['ADMIN', 'SUPERADMIN'])
    .where('banned_at', 'is', null)
    .orderBy('id')
    .limit(mostStaff)
    .execute()
  return staff.map(({ id }) => ({ memberId: id, words }))
}

export async function notifyHeld(deps: MessageDeps, tx: Tx, reference: string): Promise<void> {
  const words = `The payment ${reference} does not match its order. Please look at the held payments, and accept it or send it back.`
  await sendSystemMessages(deps, tx, await toStaff(tx, words))
}

/** The buyer, who was notified of the refund, must learn that it is delayed. */
async function toBuyerOf(tx: Tx, reference: string): Promise<SystemMessage[]> {
  const order = await tx
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('members', 'members.id', 'buyer_id')
    .select(['buyer_id as memberId', 'transaction_ref'])
    .where('reference', '=', reference)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
  if (!order?.memberId) return []
  const words = `The money for your order ${order.transaction_ref} could not be sent back to you yet. Our admins look after it, and you need not do anything.`
  return [{ memberId: order.memberId, words }]
}

export async function notifyRefundFailed(deps: MessageDeps, tx: Tx, reference: string): Promise<void> {
  const words = `The provider could not refund the payment ${reference}. Please look at it there: the buyer still waits for the money.`
  await sendSystemMessages(deps, tx, [...(await toStaff(tx, words)), ...(await toBuyerOf(tx, reference))])
}

export async function notifyRefundRejected(deps: MessageDeps, tx: Tx, reference: string): Promise<void> {
  const words = `The provider would not begin to refund the payment ${reference}. Please look there for the reason, such as a balance that is too low. We ask again by ourselves for 30 days, so please do not send it back by hand.`
  await sendSystemMessages(deps, tx, [...(await toStaff(tx, words)), ...(await toBuyerOf(tx, reference))])
}

/** The buyer's bank wants the money back, or has it already. The order's history stays as it is. */
export async function notifyDisputed(
  deps: MessageDeps,
  tx: Tx,
  { orderId, reference, due }: { orderId: number; reference: string; due: Date | null },
): Promise<void> {
  const until = due ? `Please answer there by ${inLagos(due)}.` : 'Please look at it there.'
  const order = await factsOf(tx, orderId)
  // Sellers were never notified of a payment that did not count.
  const sellers = order?.wasPaid
    ? sellersOf(order).map((id) => ({ id, goods: goodsText(linesOf(order, id)) }))
    : []
  await sendSystemMessages(deps, tx, [
    ...(await toStaff(tx, `The payment ${reference} is disputed or was reversed at the provider. ${until}`)),
    ...sellers.map(({ id, goods }) => ({
      memberId: id,
      words: `The payment for ${goods} is disputed by the buyer’s bank. Our admins look into it. Please keep whatever shows that you sent it.`,
    })),
  ])
}
