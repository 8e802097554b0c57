import { confirmWithinDays, shipWithinDays } from '@rootsquare/contract/trade/orders'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { buyAgain, Order, OrderLine, Parcel } from '@rootsquare/contract/trade/orders'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { clockText } from '#web/lib/format/clock-text.ts'
import { dayText, stampText } from '#web/lib/format/time.ts'
import { findLast } from '#web/lib/browser/lists.ts'

export const ordersFailed = 'Failed to fetch orders'
export const orderFailed = 'Failed to fetch order details'
export const cancelFailed = 'Failed to cancel order'
export const payFailed = 'Payment initiation failed'

/** Returns the server's message if it rejected the call, `otherwise` if the call failed or got no reply. */
export function rejectionText(failure: unknown, otherwise: string): string {
  const isReason =
    failure instanceof CallError &&
    (failure.code === 'PROVIDER_TROUBLE' || (failure.status >= 400 && failure.status < 500))
  return isReason ? errorText(failure, otherwise) : otherwise
}

export function awaitsPayment({ orderStatus, held }: Pick<Order, 'orderStatus' | 'held'>): boolean {
  return orderStatus === 'PENDING' && !held
}

/** Returns the time in Lagos, such as '14:05', with its date unless that is today. */
export function payBeforeText(iso: string, nowMs: number): string {
  const isToday = dayText(iso) === dayText(new Date(nowMs).toISOString())
  return `Pay before ${isToday ? clockText(iso) : stampText(iso)}`
}

export function refundText({ amount, state }: NonNullable<Order['refund']>): string {
  if (state === 'PROCESSED') return `${nairaText(amount)} has been refunded to you.`
  if (state === 'FAILED') return `${nairaText(amount)} could not be refunded yet. We are looking into it.`
  return `${nairaText(amount)} is on its way back to you. That takes up to 10 working days.`
}

type Fee = Pick<Parcel, 'fee' | 'feeLeft'>

/** Returns what is refunded with an unshipped line. `note` says whether the delivery fee is refunded too, if there is one. */
export function refundOf(
  { total, feeWithRefund }: Pick<OrderLine, 'total' | 'feeWithRefund'>,
  parcel: Fee | undefined,
): { amount: number; note: string } {
  if (parcel === undefined || parcel.feeLeft === 0) return { amount: total, note: '' }
  if (feeWithRefund === 0) return { amount: total, note: ' without the delivery fee' }
  const what = parcel.feeLeft < parcel.fee ? 'the rest of the delivery fee' : 'the delivery fee'
  return { amount: nairaOf(koboOf(total) + koboOf(feeWithRefund)), note: ` with ${what}` }
}

/** Returns the fee of a parcel, and how much of it goes back. Buyer, seller and staff read it. */
export function deliveryFeeText({ fee, feeLeft }: Fee): string {
  const back = nairaOf(koboOf(fee) - koboOf(feeLeft))
  return back === 0 ? nairaText(fee) : `${nairaText(fee)}, of which ${nairaText(back)} goes back`
}

/** Tells the seller who gets which part of a line after a dispute. */
export function sharesText(refunded: number, total: number): string {
  if (refunded === 0) return `all of the ${nairaText(total)} stay yours.`
  if (refunded === total) return `the buyer gets all of the ${nairaText(total)} back.`
  const rest = nairaText(nairaOf(koboOf(total) - koboOf(refunded)))
  return `of ${nairaText(total)} the buyer gets ${nairaText(refunded)} back, and you keep ${rest}.`
}

export function nextStepText(order: Order): string | null {
  const { orderStatus, history, parcels, can } = order
  const since = findLast(history, ({ state }) => state === orderStatus)?.createdDate
  if (since === undefined) return null
  if (orderStatus === 'PROCESSING') return sendText(order, dayText(daysAfter(since, shipWithinDays)))
  if (orderStatus !== 'SHIPPED') return null
  const received = `Counts as received on ${dayText(daysAfter(since, confirmWithinDays))} unless you confirm before.`
  if (can.confirm) return received
  // A disputed parcel neither completes by time nor can be confirmed.
  const waiting = 'What is in dispute waits for the decision.'
  return parcels.some((parcel) => parcel.can.confirm) ? `${received} ${waiting}` : waiting
}

/** Promises no date for lines that can be refunded: they are late, or their seller is suspended or deleted. */
function sendText({ orderItemList }: Order, last: string): string | null {
  const open = orderItemList.filter(({ state }) => state === 'PROCESSING')
  const waiting = open.filter(({ can }) => !can.refund)
  const sellers = new Set(orderItemList.map(({ seller }) => seller)).size
  const who =
    sellers === 1 ? `The seller has until ${last} to send it` : `Each seller has until ${last} to send`
  const late = `${waiting.length === 0 ? 'This' : 'A part of this'} has not been sent and may not come. You can ask for your money back below.`
  const sentences = [
    ...(waiting.length > 0 ? [`${who}; after that you can ask for your money back.`] : []),
    ...(waiting.length < open.length ? [late] : []),
  ]
  return sentences.join(' ') || null
}

/** Says why an unpaid order ended; null if money came for it. */
export function unpaidEndText({ orderStatus, history, held, refund, extraPayments }: Order): string | null {
  if (held || refund !== null || extraPayments.length > 0 || wasPaid({ history })) return null
  if (orderStatus === 'FAILED') return 'It was not paid in time. Nothing was charged.'
  return orderStatus === 'CANCELED' ? 'Nothing was charged.' : null
}

export function wasPaid({ history }: Pick<Order, 'history'>): boolean {
  return history.some(({ state }) => state === 'PROCESSING')
}

/** Returns true if only disputes and refunds can still change the order. */
export function isEnded({ orderStatus }: Pick<Order, 'orderStatus'>): boolean {
  return ['COMPLETED', 'CANCELED', 'FAILED'].includes(orderStatus)
}

/** Returns true if the parcel has its own button. With only one parcel, the button of the order is enough. */
export function isConfirmedAlone({ parcels }: Pick<Order, 'parcels'>, { can, sellerId }: Parcel): boolean {
  return can.confirm && sellerId !== null && parcels.length > 1
}

/** Labels the button for the whole order; null if the button of the last parcel does the same. */
export function confirmLabel(order: Pick<Order, 'parcels' | 'can'>): string | null {
  const open = order.parcels.filter((parcel) => parcel.can.confirm)
  if (!order.can.confirm) return null
  if (open.length > 1) return 'I have received all of it'
  return open.some((parcel) => isConfirmedAlone(order, parcel)) ? null : 'I have received it'
}

/** Says how many items are in the cart again, and which not, or not as many as before. */
export function buyAgainText({ added, missing, reduced }: ReplyOf<typeof buyAgain>): string {
  const cart = added === 1 ? '1 item is in your cart again.' : `${added} items are in your cart again.`
  return [
    ...(added === 0 ? [] : [cart]),
    ...(reduced.length === 0 ? [] : [`Fewer are in stock: ${reduced.join(', ')}.`]),
    ...(missing.length === 0 ? [] : [`Not for sale now: ${missing.join(', ')}.`]),
  ].join(' ')
}

function daysAfter(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * 86_400_000).toISOString()
}
