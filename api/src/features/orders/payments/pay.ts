import { setTimeout } from 'node:timers/promises'
import type { BodyOf } from '@rootsquare/contract/endpoint'
import type { Order } from '@rootsquare/contract/orders'
import type { initiatePayment as endpoint } from '@rootsquare/contract/payments'
import type { Deps } from '#api/deps.ts'
import { ownPath } from '#api/domain/own-path.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import type { Settings } from '#api/settings.ts'
import { claimPage, clearOpening, waitForPage, storePage } from './attempts.ts'
import { alreadyPaid, notPending, paymentHeld, requireOrder } from '#api/features/orders/order-rows.ts'
import { settleOpen } from './settle.ts'

type Page = { authorizationUrl: string }

/** For all calls to the provider here: less than the server's own timeout, so that the buyer gets a clear error. */
const answerWithinMs = 15_000

/** A page that comes later is stored all the same, and the next Pay Now finds it. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const over = new AbortController()
  const late = setTimeout(ms, null, { signal: over.signal }).then(() => {
    throw new ProviderError('unclear', 'The provider took too long.')
  })
  return Promise.race([work, late]).finally(() => over.abort())
}

/** Returns the open page, or a new one, after it has checked all open pages for a payment. */
export async function initiatePayment(
  deps: Deps,
  viewer: Viewer,
  { transactionRef, callbackUrl }: BodyOf<typeof endpoint>,
  withinMs = answerWithinMs,
): Promise<Page> {
  const returnUrl = ownPage(deps.settings, callbackUrl)
  const order = await requireOrder(deps, deps.db, viewer, { transactionRef })
  rejectUnlessPayable(order)
  async function open(): Promise<Page> {
    await settleOpen(deps, order.orderId)
    rejectUnlessPayable(await requireOrder(deps, deps.db, viewer, { transactionRef }))
    const request = { viewer, orderId: order.orderId, returnUrl }
    return { authorizationUrl: await pageFor(deps, request) }
  }
  try {
    return await withTimeout(open(), withinMs)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn({ err: error, order: order.orderId }, 'no payment page could be opened')
    throw new ApiError(502, 'PROVIDER_TROUBLE', 'Payment initiation failed')
  }
}

/** Only pages of our own origin, as in mails. A query is allowed, because the provider adds to it. */
function ownPage(settings: Settings, callbackUrl: string): string {
  const url = URL.canParse(callbackUrl) ? new URL(callbackUrl) : null
  const search = url?.search ?? ''
  if (url) url.search = ''
  return `${settings.publicUrl}${ownPath(settings, 'callbackUrl', url?.href ?? callbackUrl)}${search}`
}

function rejectUnlessPayable({ orderStatus, held, history }: Order): void {
  if (held) throw paymentHeld()
  if (orderStatus === 'PENDING') return
  throw history.some(({ state }) => state === 'PROCESSING') ? alreadyPaid() : notPending()
}

type PageRequest = { viewer: Viewer; orderId: number; returnUrl: string }
const maxTries = 3

async function pageFor(deps: Deps, request: PageRequest, tries = maxTries): Promise<string> {
  const claim = await claimPage(deps, request.viewer, request.orderId)
  if (claim.url !== null) return claim.url
  if (!claim.isOurs) return waitForPage(deps, claim.reference)
  try {
    return await openPage(deps, request, claim)
  } catch (error) {
    if (!isTaken(error) || tries <= 1) throw error
    return pageFor(deps, request, tries - 1)
  }
}

/** We have used the reference before, and the answer was lost. */
const isTaken = (error: unknown) =>
  error instanceof ProviderError && error.kind === 'refused' && error.code === 'duplicate_reference'

type NewPayment = { reference: string; amountKobo: number; email: string }

/** The attempt is stored already, so its payment is found even if the answer is lost. */
async function openPage(
  deps: Deps,
  { orderId, returnUrl }: PageRequest,
  { reference, amountKobo, email }: NewPayment,
): Promise<string> {
  const payment = { reference, amountKobo, email, callbackUrl: returnUrl, cancelUrl: returnUrl }
  const opened = await deps.payments.initialize(payment).catch(async (error: unknown) => {
    await clearOpening(deps, reference, isTaken(error) ? 'duplicate' : null)
    throw error
  })
  const isPending = await storePage(deps, reference, opened.authorizationUrl)
  if (isPending) return opened.authorizationUrl
  // The order ended while the page was being opened; a payment on it is settled as usual.
  deps.log.info({ order: orderId }, 'a payment page was opened for an order that ended')
  throw notPending()
}

/** Checks the payments first, and answers the stored order where the provider does not answer. */
export async function verifyPayment(deps: Deps, viewer: Viewer, reference: string): Promise<Order> {
  const transactionRef = await orderRefOf(deps, reference)
  const { orderId } = await requireOrder(deps, deps.db, viewer, { transactionRef })
  await settleOpen(deps, orderId, { isAgain: true }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn({ err: error, order: orderId }, 'the provider could not be asked about a payment')
  })
  return requireOrder(deps, deps.db, viewer, { orderId })
}

/** The provider sends people back with the reference of the page they paid on. */
async function orderRefOf({ db }: Deps, reference: string): Promise<string> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('transaction_ref')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return attempt?.transaction_ref ?? reference
}
