import { confirmWithinDays, shipWithinDays } from '@rootsquare/contract/orders'
import type { Order, OrderState } from '@rootsquare/contract/orders'
import { nairaText } from '@rootsquare/contract/money'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { dayText, stampText } from '#web/lib/format/time.ts'

export const ordersFailed = 'Failed to fetch orders'
export const orderFailed = 'Failed to fetch order details'
export const cancelFailed = 'Failed to cancel order'
export const payFailed = 'Payment initiation failed'

export const stateLabels: Record<OrderState, string> = {
  PENDING: 'Ordered',
  PROCESSING: 'Paid',
  SHIPPED: 'Shipped',
  COMPLETED: 'Completed',
  CANCELED: 'Canceled',
  FAILED: 'Failed',
}

/** The server's message if it rejects the call, `otherwise` if it fails or does not answer. */
export function reasonIn(failure: unknown, otherwise: string): string {
  const isReason =
    failure instanceof CallError &&
    (failure.code === 'PROVIDER_TROUBLE' || (failure.status >= 400 && failure.status < 500))
  return isReason ? errorText(failure, otherwise) : otherwise
}

export function awaitsPayment({ orderStatus, held }: Pick<Order, 'orderStatus' | 'held'>): boolean {
  return orderStatus === 'PENDING' && !held
}

const clock = new Intl.DateTimeFormat('en-NG', { timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** '14:05' today, with its day on another, as clocks in Lagos show it. */
export function payBeforeText(iso: string, nowMs: number): string {
  const isToday = dayText(iso) === dayText(new Date(nowMs).toISOString())
  return `Pay before ${isToday ? clock.format(new Date(iso)) : stampText(iso)}`
}

export function refundText({ amount, state }: NonNullable<Order['refund']>): string {
  if (state === 'PROCESSED') return `${nairaText(amount)} has been refunded to you.`
  if (state === 'FAILED') return `${nairaText(amount)} could not be refunded yet. We are looking into it.`
  return `${nairaText(amount)} is on its way back to you. That takes up to 10 working days.`
}

export function nextText({ orderStatus, history }: Order): string | null {
  const since = history.findLast(({ state }) => state === orderStatus)?.createdDate
  if (since === undefined) return null
  if (orderStatus === 'PROCESSING') {
    const last = dayText(daysAfter(since, shipWithinDays))
    return `The seller has until ${last} to send it; after that you can ask for your money back.`
  }
  if (orderStatus !== 'SHIPPED') return null
  return `Counts as received on ${dayText(daysAfter(since, confirmWithinDays))} unless you confirm before.`
}

/** Null if the order was paid. */
export function endText({ orderStatus, history, held, refund }: Order): string | null {
  const isPaid = held || refund !== null || history.some(({ state }) => state === 'PROCESSING')
  if (isPaid) return null
  if (orderStatus === 'FAILED') return 'It was not paid in time. Nothing was charged.'
  return orderStatus === 'CANCELED' ? 'Nothing was charged.' : null
}

function daysAfter(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * 86_400_000).toISOString()
}
