import { setTimeout } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { nextPoll } from './poll-schedule.ts'
import { alreadyPaid, notPending, paymentHeld } from '#api/features/orders/order-rows.ts'
import { absent } from './settle.ts'

type Attempt = Selectable<Tables['payment_attempts']>

/** With a `url` it can be paid now. Without one, we request the page (`isOurs`) or somebody else is doing so. */
type Claim = {
  reference: string
  url: string | null
  isOurs: boolean
  amountKobo: number
  email: string
}

/** Longer than the timeout of the provider. */
const openingMinutes = 0.25

/**
 * Stores an attempt for this order before the provider gets it. The order is locked meanwhile: of two who press Pay Now at
 * once one opens the page, the other waits for it.
 */
export async function claimPage(deps: Deps, viewer: Viewer, orderId: number): Promise<Claim> {
  return transact(deps.db, async (tx) => {
    await lockOrder(deps, tx, orderId, viewer)
    const order = await payableOrder(tx, orderId)
    const attempts = await attemptsOf(tx, orderId)
    const now = deps.clock.now()
    const charge = { amountKobo: order.total_kobo, email: order.email }
    const opening = attempts.find(({ opening_until }) => opening_until !== null && opening_until > now)
    if (opening) return { reference: opening.reference, url: null, isOurs: false, ...charge }
    const working = attempts.find(isWorking)
    if (working)
      return { reference: working.reference, url: working.authorization_url, isOurs: true, ...charge }
    const reference = attempts.find(isUnheard)?.reference ?? (await addAttempt(deps, tx, order, attempts))
    const until = inMinutes(now, openingMinutes)
    await tx
      .updateTable('payment_attempts')
      .set({ opening_until: until, next_poll_at: nextPoll(now, now) })
      .where('reference', '=', reference)
      .execute()
    return { reference, url: null, isOurs: true, ...charge }
  })
}

async function payableOrder(tx: Tx, orderId: number) {
  const order = await tx
    .selectFrom('orders')
    .innerJoin('members', 'members.id', 'buyer_id')
    .select(['orders.id', 'transaction_ref', 'status', 'held_at', 'paid_at', 'total_kobo', 'members.email'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (order.paid_at !== null) throw alreadyPaid()
  if (order.held_at !== null) throw paymentHeld()
  if (order.status !== 'PENDING') throw notPending()
  return order
}

const attemptsOf = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .execute()

/** Provider states of a page that can still be paid; null where it was opened a moment ago. */
const undecided = [null, 'abandoned', 'ongoing', 'pending', 'processing', 'queued']

const isWorking = ({ state, authorization_url, provider_status }: Attempt) =>
  state === 'OPEN' && authorization_url !== null && undecided.includes(provider_status)

/** The provider does not know the reference, so it can be used again. */
const isUnheard = ({ state, authorization_url, provider_status }: Attempt) =>
  state === 'OPEN' && authorization_url === null && provider_status === absent

type Order = { id: number; transaction_ref: string; total_kobo: number }

async function addAttempt({ clock }: Deps, tx: Tx, order: Order, others: Attempt[]): Promise<string> {
  const number = (others[0]?.number ?? 0) + 1
  const reference = number === 1 ? order.transaction_ref : `${order.transaction_ref}-${number}`
  await tx
    .insertInto('payment_attempts')
    .values({
      reference,
      order_id: order.id,
      number,
      amount_kobo: order.total_kobo,
      created_at: clock.now(),
    })
    .execute()
  return reference
}

/** Returns false where the order has ended meanwhile. */
export async function storePage({ db }: Deps, reference: string, url: string): Promise<boolean> {
  const { order_id } = await db
    .updateTable('payment_attempts')
    .set({ authorization_url: url, opening_until: null, provider_status: null })
    .where('reference', '=', reference)
    .returning('order_id')
    .executeTakeFirstOrThrow()
  const orders = db.selectFrom('orders').select('status').where('id', '=', order_id)
  return (await orders.executeTakeFirstOrThrow()).status === 'PENDING'
}

/** The attempt has no page, but polling goes on, because the provider may know it all the same. */
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
