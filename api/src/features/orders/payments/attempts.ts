import { setTimeout } from 'node:timers/promises'
import { sql, type Selectable } from 'kysely'
import { transact, type Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import { lockOrder, type LockedOrder } from '#api/features/orders/lock-order.ts'
import { nextPoll } from '#api/features/orders/poll-schedule.ts'
import { alreadyPaid, notPending, paymentHeld } from '#api/features/orders/order-rows.ts'
import { absentStatus } from '#api/features/orders/attempt-rows.ts'

type Attempt = Pick<
  Selectable<Tables['payment_attempts']>,
  'reference' | 'number' | 'state' | 'authorization_url' | 'provider_status' | 'opening_until'
>

/** With a `url` the page can be paid now. Without one, this request opens the page (`isOurs`) or another request is doing so. */
type Claim =
  | { url: string; reference: string }
  | { url: null; isOurs: false; reference: string }
  | ({ url: null; isOurs: true } & PaymentToOpen)

/** Longer than the timeout of the provider. */
const openingMinutes = 0.25

/**
 * Stores an attempt for this order before the request to the provider. The order is locked, so that of two requests at once one
 * opens the page and the other waits for it.
 */
export async function claimPage(deps: Deps, viewer: Viewer, orderId: number): Promise<Claim> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(deps, tx, orderId, viewer)
    rejectUnlessPayable(order)
    const attempts = await attemptsOf(tx, orderId)
    const now = deps.clock.now()
    const opening = attempts.find(({ opening_until }) => opening_until !== null && opening_until > now)
    if (opening) return { reference: opening.reference, url: null, isOurs: false }
    const working = attempts.find(isPayable)
    if (working?.authorization_url) return { reference: working.reference, url: working.authorization_url }
    const number = attempts.find(isUnknownToProvider)?.number ?? (attempts[0]?.number ?? 0) + 1
    return { url: null, isOurs: true, ...(await storeOpening(tx, order, number, now)) }
  })
}

type PayableState = Pick<LockedOrder, 'status' | 'paid_at' | 'held_at'>

export function rejectUnlessPayable({ status, paid_at, held_at }: PayableState): void {
  if (paid_at !== null) throw alreadyPaid()
  if (held_at !== null) throw paymentHeld()
  if (status !== 'PENDING') throw notPending()
}

const attemptsOf = (tx: Tx, orderId: number): Promise<Attempt[]> =>
  tx
    .selectFrom('payment_attempts')
    .select(['reference', 'number', 'state', 'authorization_url', 'provider_status', 'opening_until'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .execute()

/** The provider’s states of a page that can still be paid; null means that it was opened a moment ago. */
const undecided = [null, 'abandoned', 'ongoing', 'pending', 'processing', 'queued']

const isPayable = ({ state, authorization_url, provider_status }: Attempt) =>
  state === 'OPEN' && authorization_url !== null && undecided.includes(provider_status)

/** Whether the provider does not know the reference, so that it can be used again. */
const isUnknownToProvider = ({ state, authorization_url, provider_status }: Attempt) =>
  state === 'OPEN' && authorization_url === null && provider_status === absentStatus

export type PaymentToOpen = { reference: string; amountKobo: number; email: string }

/**
 * Stores a new attempt, or reuses one that the provider does not know.
 * From then on it is polled, even if the request fails.
 */
async function storeOpening(tx: Tx, order: LockedOrder, number: number, now: Date): Promise<PaymentToOpen> {
  const { id, transaction_ref, total_kobo: amountKobo, buyer_id } = order
  const reference = number === 1 ? transaction_ref : `${transaction_ref}-${number}`
  const [until, nextPollAt] = [inMinutes(now, openingMinutes), nextPoll(now, now)]
  const { rows } = await sql<{ email: string }>`
    insert into payment_attempts (reference, order_id, number, amount_kobo, opening_until, next_poll_at, created_at)
    values (${reference}, ${id}, ${number}, ${amountKobo}, ${until}, ${nextPollAt}, ${now})
    on conflict (reference) do update set opening_until = excluded.opening_until, next_poll_at = excluded.next_poll_at
    returning (select email from members where id = ${buyer_id})`.execute(tx)
  return { reference, amountKobo, email: rows[0]?.email ?? '' }
}

/** Returns false if the order has ended since the page was requested. */
export async function storePage({ db }: Deps, reference: string, url: string): Promise<boolean> {
  const { rows } = await sql<{ is_pending: boolean }>`
    update payment_attempts set authorization_url = ${url}, opening_until = null, provider_status = null
    from orders where reference = ${reference} and orders.id = order_id
    returning orders.status = 'PENDING' as is_pending`.execute(db)
  return rows[0]?.is_pending ?? false
}

/** Marks the attempt as without a page. Polling continues, because the provider may know it nevertheless. */
export async function clearOpening({ db }: Deps, reference: string, status: string | null): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ opening_until: null, provider_status: status })
    .where('reference', '=', reference)
    .execute()
}

const pauseMilliseconds = 100
const maxPolls = 120

/** Waits for the page that another request is opening. */
export async function waitForPage({ db }: Deps, reference: string): Promise<string> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const { authorization_url: url, opening_until } = await db
      .selectFrom('payment_attempts')
      .select(['authorization_url', 'opening_until'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    if (url !== null) return url
    if (opening_until === null) break
    await setTimeout(pauseMilliseconds)
  }
  throw new ProviderError('unclear', 'The page that was being opened did not come.')
}
