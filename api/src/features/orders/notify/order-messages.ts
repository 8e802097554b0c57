import { moneyText } from '@rootsquare/contract/lib/money'
import { confirmWithinDays, shipWithinDays } from '@rootsquare/contract/trade/orders'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { formatLagosTime } from '#api/domain/lagos-time.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessages, type SystemMessage } from '#api/domain/system-messages.ts'
import { enqueue } from '#api/jobs/job.ts'
import {
  findOrderFacts,
  goodsText,
  linesOfParcel,
  linesOfSeller,
  moneyBack,
  paidKoboOf,
  parcelOfSeller,
  sellersOf,
  totalKoboOf,
} from './order-facts.ts'
import type { LineFacts, OrderFacts, ParcelFacts } from './order-facts.ts'
import { announceOrder } from './order-events.ts'
import { forBuyer, forSellers } from './order-notifications.ts'
import { sendPaidMails, sendRefunded, sendSalesCanceled, sendShipped } from './order-mails.ts'

// A message never contains a name, note or reason of the other side, because it would remain when that member is erased. Notes
// and reasons are on the order's page.
// Mails are queued first, because a system message locks the receiver's mailbox until the commit.

type MessageDeps = Pick<Deps, 'clock' | 'bus'>

export const messageTo = (memberId: number | null, text: string): SystemMessage[] =>
  memberId === null ? [] : [{ memberId, text }]

const messageToBuyer = ({ buyerId }: OrderFacts, text: string) => messageTo(buyerId, text)

const messagesToSellers = (
  order: OrderFacts,
  textFor: (lines: LineFacts[], parcel: ParcelFacts | undefined) => string,
) =>
  sellersOf(order).flatMap((sellerId) =>
    messageTo(sellerId, textFor(linesOfSeller(order, sellerId), parcelOfSeller(order, sellerId))),
  )

/** Each seller is notified of their own lines only. */
export async function notifyPaid(deps: MessageDeps, tx: Tx, order: OrderFacts): Promise<void> {
  await enqueue(tx, sendPaidMails, { orderId: order.id })
  await announceOrder(deps, tx, order.id)
  await sendSystemMessages(deps, tx, [
    ...messageToBuyer(order, paidText(order)),
    ...messagesToSellers(order, saleText),
  ])
  await notify(deps, tx, [
    ...forBuyer(order, `Your order ${order.reference} is paid`),
    ...forSellers(order.lines, 'is sold and paid'),
  ])
}

function paidText(order: OrderFacts): string {
  const paidKobo = paidKoboOf(order)
  const amount = paidKobo === null ? '' : ` of ${moneyText(paidKobo)}`
  return `Thank you. Your payment${amount} for order ${order.reference} has arrived. We will tell you whenever something of it is on its way.`
}

function saleText(lines: LineFacts[], parcel: ParcelFacts | undefined): string {
  const fee = parcel?.feeKobo ? ` and ${moneyText(parcel.feeKobo)} for delivery` : ''
  const next =
    parcel?.method === 'PICKUP'
      ? `The buyer picks it up. Please have it ready within ${shipWithinDays} days, and say so in your received orders.`
      : `Where to send it stands in your received orders. Please send it within ${shipWithinDays} days.`
  return `You have sold ${goodsText(lines)} for ${moneyText(totalKoboOf(lines))}${fee}, and it is paid. ${next}`
}

/** Runs once for each parcel, when no line of it waits any longer. Carrier and tracking number are on the order's page. */
export async function notifyShipped(
  deps: MessageDeps,
  tx: Tx,
  orderId: number,
  parcelId: number,
): Promise<void> {
  const order = await findOrderFacts(tx, orderId)
  const parcel = order?.parcels.find(({ id }) => id === parcelId)
  if (!order || !parcel) return
  const goods = `${goodsText(linesOfParcel(order, parcelId))} of your order ${order.reference}`
  const isPickup = parcel.method === 'PICKUP'
  const happened = isPickup ? 'is ready to be picked up' : 'is on its way'
  const where = isPickup ? 'Please agree on a time with the seller. ' : ''
  await enqueue(tx, sendShipped, { orderId, parcelId })
  await sendSystemMessages(deps, tx, messageToBuyer(order, `${goods} ${happened}. ${where}${confirmText}`))
  await notify(deps, tx, forBuyer(order, `${goods} ${happened}`))
}

const confirmText = `Please tell us on the order’s page when you have it; in ${confirmWithinDays} days we take it as received.`

export async function notifyReceived(
  deps: MessageDeps,
  tx: Tx,
  { orderId, parcelIds }: { orderId: number; parcelIds: number[] },
  by: 'buyer' | 'time',
): Promise<void> {
  const order = await findOrderFacts(tx, orderId)
  if (!order) return
  const lines = order.lines.filter((line) => !line.isCanceled && parcelIds.includes(line.parcelId))
  const received = { ...order, lines }
  const whole = order.status === 'COMPLETED' ? 'Your order' : 'A part of your order'
  const days = `${confirmWithinDays} days have passed since it was sent`
  await sendSystemMessages(deps, tx, [
    ...(by === 'time'
      ? messageToBuyer(order, `${whole} ${order.reference} is completed: ${days}. We hope you enjoy it.`)
      : []),
    ...messagesToSellers(received, (lines) =>
      by === 'buyer'
        ? `${goodsText(lines)} has been received. The sale is completed.`
        : `The sale of ${goodsText(lines)} is completed: ${days}.`,
    ),
  ])
  await notify(deps, tx, [
    ...(by === 'time' ? forBuyer(order, `${whole} ${order.reference} is completed`) : []),
    ...forSellers(received.lines, by === 'buyer' ? 'has been received' : 'is completed'),
  ])
}

/** `lock`: the seller is banned or suspended for long. */
export type CanceledBy = 'seller' | 'buyer' | 'admin' | 'lock'

/**
 * Notifies of lines of one seller that the seller declined, that the buyer or an admin had refunded, or that the seller may no
 * longer send. Call it after the refunds were requested, so that nobody is promised money that does not come.
 */
export async function notifyCanceled(
  deps: MessageDeps,
  tx: Tx,
  { orderId, lineIds }: { orderId: number; lineIds: number[] },
  by: CanceledBy,
): Promise<void> {
  const order = await findOrderFacts(tx, orderId)
  const lines = order?.lines.filter(({ id }) => lineIds.includes(id)) ?? []
  if (!order || lines.length === 0) return
  const goods = goodsText(lines)
  const refundedKobo = lines.reduce((sum, line) => sum + line.refundedKobo, 0)
  const hasRefund = refundedKobo > 0
  const money = hasRefund
    ? `${moneyBack(order, { refundedKobo })} is on its way back to you.`
    : 'Nothing is left of your payment that could go back.'
  const mine = `${whyCanceled(goods, by)} your order ${order.reference}. ${money}${restText(order)}`
  const locked = by === 'lock' ? 'Your account was locked. ' : ''
  const theirs = `${locked}The sale of ${goods} has been canceled${hasRefund ? ' and the buyer’s money goes back' : ''}. Please do not send it. The reason stands in your received orders.`
  const seller = by === 'seller' ? [] : messageTo(lines[0]?.sellerId ?? null, theirs)
  if (hasRefund) await enqueue(tx, sendRefunded, { orderId, lineIds })
  if (by === 'lock') await enqueue(tx, sendSalesCanceled, { orderId, lineIds })
  await sendSystemMessages(deps, tx, [...messageToBuyer(order, mine), ...seller])
  await notify(deps, tx, [
    ...forBuyer(order, `${goods} of your order ${order.reference} has been canceled`),
    ...(by === 'seller' ? [] : forSellers(lines, 'has been canceled')),
  ])
}

function whyCanceled(goods: string, by: CanceledBy): string {
  if (by === 'seller') return `The seller cannot send ${goods} of`
  return by === 'lock' ? `The seller can no longer send ${goods} of` : `${goods} has been taken off`
}

function restText({ status }: OrderFacts): string {
  if (status === 'CANCELED') return ' Nothing else of it is open: the order is canceled.'
  return status === 'SHIPPED' ? ' The rest is on its way.' : ''
}

/** Notifies the buyer of the end of an unpaid order. Its sellers were never notified of it. */
export async function notifyEnded(
  deps: MessageDeps,
  tx: Tx,
  orderId: number,
  how: 'CANCELED' | 'FAILED',
): Promise<void> {
  const order = await findOrderFacts(tx, orderId)
  if (!order) return
  const title = `Your order ${order.reference}`
  const [text, ended] =
    how === 'CANCELED'
      ? [`${title} has been canceled. Nothing was charged.`, `${title} has been canceled`]
      : [
          `${title} was not paid in time and has ended. You are welcome to order again.`,
          `${title} has failed`,
        ]
  await sendSystemMessages(deps, tx, messageToBuyer(order, text))
  await notify(deps, tx, forBuyer(order, ended))
}

const maxStaff = 20

export async function messagesToStaff(tx: Tx, text: string): Promise<SystemMessage[]> {
  const staff = await tx
    .selectFrom('members')
    .select('id')
    .where('role', 'in', ['ADMIN', 'SUPERADMIN'])
    .where('banned_at', 'is', null)
    .orderBy('id')
    .limit(maxStaff)
    .execute()
  return staff.flatMap(({ id }) => messageTo(id, text))
}

export async function notifyHeld(deps: MessageDeps, tx: Tx, reference: string): Promise<void> {
  const text = `The payment ${reference} does not match its order. Please look at the held payments, and accept it or send it back.`
  await sendSystemMessages(deps, tx, await messagesToStaff(tx, text))
}

/** The buyer, who was notified of the refund, must learn that it is delayed. */
async function messageToBuyerOf(tx: Tx, reference: string): Promise<SystemMessage[]> {
  const order = await tx
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('members', 'members.id', 'buyer_id')
    .select(['buyer_id as memberId', 'transaction_ref'])
    .where('reference', '=', reference)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
  if (!order?.memberId) return []
  const text = `The money for your order ${order.transaction_ref} could not be sent back to you yet. Our admins look after it, and you need not do anything.`
  return messageTo(order.memberId, text)
}

export async function notifyRefundFailed(deps: MessageDeps, tx: Tx, reference: string): Promise<void> {
  const text = `The provider could not refund the payment ${reference}. Please look at it there: the buyer still waits for the money. You can also pay it another way and settle it on the page of the order.`
  await sendSystemMessages(deps, tx, [
    ...(await messagesToStaff(tx, text)),
    ...(await messageToBuyerOf(tx, reference)),
  ])
}

export async function notifyRefundRejected(deps: MessageDeps, tx: Tx, reference: string): Promise<void> {
  const text = `The provider would not begin to refund the payment ${reference}. Please look there for the reason, such as a balance that is too low. We ask again by ourselves for 30 days. If you pay it another way, settle it on the page of the order first, so that it is not paid twice.`
  await sendSystemMessages(deps, tx, [
    ...(await messagesToStaff(tx, text)),
    ...(await messageToBuyerOf(tx, reference)),
  ])
}

export async function notifyRefundPaidTwice(
  deps: MessageDeps,
  tx: Tx,
  reference: string,
  why: 'settled' | 'retry',
): Promise<void> {
  const text = `The provider says now that it has refunded the payment ${reference}, but ${paidAlready[why]}. The buyer may have been paid twice.`
  await sendSystemMessages(deps, tx, await messagesToStaff(tx, text))
}

const paidAlready = {
  settled: 'that refund was settled outside of it',
  retry: 'that refund had failed and was requested again, and both were paid',
}

/**
 * Notifies staff and sellers that the buyer's bank claims the money back or has taken it. The order's history does not change.
 */
export async function notifyDisputed(
  deps: MessageDeps,
  tx: Tx,
  { orderId, reference, due }: { orderId: number; reference: string; due: Date | null },
): Promise<void> {
  const until = due ? `Please answer there by ${formatLagosTime(due)}.` : 'Please look at it there.'
  const order = await findOrderFacts(tx, orderId)
  const attempt = tx.selectFrom('payment_attempts').select('state').where('reference', '=', reference)
  const { state } = await attempt.executeTakeFirstOrThrow()
  await sendSystemMessages(deps, tx, [
    ...(await messagesToStaff(
      tx,
      `The payment ${reference} is disputed or was reversed at the provider. ${until}`,
    )),
    // Sellers were never notified of a payment that did not count.
    ...(order && state === 'PAID' ? messagesToSellers(order, disputeText) : []),
  ])
}

const disputeText = (lines: LineFacts[]) =>
  `The payment for ${goodsText(lines)} is disputed by the buyer’s bank. Our admins look into it. Please keep whatever shows that you sent it.`
