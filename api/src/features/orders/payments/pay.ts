import { setTimeout } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { BodyOf, ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type * as api from '@rootsquare/contract/trade/payments'
import type { Deps } from '#api/deps.ts'
import { isActiveWriter } from '#api/domain/write-as.ts'
import { requireOwnPath } from '#api/domain/own-path.ts'
import { requireSession, type Viewer } from '#api/http/auth/viewer.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import { providerUnavailable } from '#api/features/orders/provider-unavailable.ts'
import type { Settings } from '#api/settings.ts'
import { claimPage, clearOpening, rejectUnlessPayable, storePage, waitForPage } from './attempts.ts'
import type { PaymentToOpen } from './attempts.ts'
import type { LockedOrder } from '#api/features/orders/lock-order.ts'
import { noSuchOrder, notPending, requireOrder } from '#api/features/orders/order-rows.ts'
import { settlePayments } from './settle.ts'
import type { KnownAttempt } from '#api/features/orders/attempt-rows.ts'

type Page = { authorizationUrl: string }

/** Limits all calls to the provider together. Shorter than the server's own timeout, so that the buyer gets a clear error. */
const answerWithinMs = 15_000

/** Throws after `ms`. A page that arrives later is still stored, and the next request finds it. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const over = new AbortController()
  const late = setTimeout(ms, null, { signal: over.signal }).then(() => {
    throw new ProviderError('unclear', 'The provider took too long.')
  })
  return Promise.race([work, late]).finally(() => over.abort())
}

/** Checks all open pages for a payment, then returns the open page or a new one. */
export async function initiatePayment(
  deps: Deps,
  viewer: Viewer,
  { transactionRef, callbackUrl }: BodyOf<typeof api.initiatePayment>,
  withinMs = answerWithinMs,
): Promise<Page> {
  const returnUrl = ownPage(deps.settings, callbackUrl)
  const order = await paymentsAsMember(deps, viewer, sql`transaction_ref = ${transactionRef}`)
  rejectUnlessPayable(order)
  const { id: orderId, attempts } = order
  async function open(): Promise<Page> {
    await settlePayments(
      deps,
      attempts.filter(({ state }) => state === 'OPEN'),
    )
    return { authorizationUrl: await pageFor(deps, { viewer, orderId, returnUrl }) }
  }
  try {
    return await withTimeout(open(), withinMs)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn({ err: error, order: orderId }, 'no payment page could be opened')
    throw providerUnavailable('Payment initiation failed')
  }
}

/** Allows only pages of our own origin, as in mails. A query is allowed, because the provider appends to it. */
function ownPage(settings: Settings, callbackUrl: string): string {
  const url = URL.canParse(callbackUrl) ? new URL(callbackUrl) : null
  const search = url?.search ?? ''
  if (url) url.search = ''
  return `${settings.publicUrl}${requireOwnPath(settings, 'callbackUrl', url?.href ?? callbackUrl)}${search}`
}

type OrderPayments = Pick<LockedOrder, 'id' | 'status' | 'paid_at' | 'held_at'> & { attempts: KnownAttempt[] }

/** Finds the viewer's own order and all of its payment pages. The statement also checks the session, which saves a query. */
async function paymentsAsMember(
  deps: Deps,
  viewer: Viewer,
  which: RawBuilder<unknown>,
): Promise<OrderPayments> {
  const find = async (reader: Viewer) => {
    const { rows } = await sql<OrderPayments>`
      select id, status, paid_at, held_at, array(
        select json_build_object('reference', reference, 'order_id', order_id, 'state', state, 'paid_kobo', paid_kobo,
          'authorization_url', authorization_url)
        from payment_attempts where order_id = orders.id) as attempts
      from orders where ${which} and buyer_id = ${reader.id}
        and exists (select from members where members.id = ${reader.id} and ${isActiveWriter(reader, deps.clock.now())})
      `.execute(deps.db)
    return rows[0]
  }
  const payments = (await find(viewer)) ?? (await find(await requireSession(deps, viewer)))
  if (!payments) throw noSuchOrder()
  return payments
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
    if (!isDuplicateReference(error) || tries <= 1) throw error
    return pageFor(deps, request, tries - 1)
  }
}

/** Whether we have used the reference before and the answer was lost. */
const isDuplicateReference = (error: unknown) =>
  error instanceof ProviderError && error.kind === 'refused' && error.code === 'duplicate_reference'

/** Opens a page for an attempt that is already stored, so that its payment is found even if the answer is lost. */
async function openPage(
  deps: Deps,
  { orderId, returnUrl }: PageRequest,
  { reference, amountKobo, email }: PaymentToOpen,
): Promise<string> {
  const payment = { reference, amountKobo, email, callbackUrl: returnUrl, cancelUrl: returnUrl }
  const opened = await deps.payments.initialize(payment).catch(async (error: unknown) => {
    await clearOpening(deps, reference, isDuplicateReference(error) ? 'duplicate' : null)
    throw error
  })
  const isPending = await storePage(deps, reference, opened.authorizationUrl)
  if (isPending) return opened.authorizationUrl
  // The order ended while the page was being opened; a payment on it is settled as usual.
  deps.log.info({ order: orderId }, 'a payment page was opened for an order that ended')
  throw notPending()
}

/** Checks the payments and returns the order, or the stored order if the provider does not answer. */
export async function verifyPayment(
  deps: Deps,
  viewer: Viewer,
  reference: string,
): Promise<ReplyOf<typeof api.verifyPayment>> {
  const { id: orderId, attempts } = await paymentsAsMember(deps, viewer, hasReference(reference))
  const unsettled = attempts.filter(({ state }) => state === 'OPEN' || state === 'PAID')
  await settlePayments(deps, unsettled, { isAgain: true }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn({ err: error, order: orderId }, 'the provider could not be asked about a payment')
  })
  const order = await requireOrder(deps, deps.db, viewer, { orderId })
  const isOpen = order.orderStatus === 'PENDING' && !order.held
  return { ...order, lastTry: isOpen ? await lastTryOf(deps, orderId) : null }
}

/** Matches the reference of the page, which the provider adds to its link back, or that of the order, which we add. */
const hasReference = (reference: string) => sql`orders.id = coalesce(
  (select order_id from payment_attempts where payment_attempts.reference = ${reference}),
  (select id from orders where transaction_ref = ${reference}))`

/** The provider's states of a page on which nothing was paid. */
const lastTries: Record<string, (typeof api.lastTries)[number]> = {
  failed: 'DECLINED',
  abandoned: 'UNFINISHED',
}

async function lastTryOf({ db }: Deps, orderId: number) {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('provider_status')
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lastTries[attempt?.provider_status ?? ''] ?? null
}
