import { sql } from 'kysely'
import { z } from 'zod'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { job } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import { eachWhileProviderAnswers, nextPoll } from '#api/features/orders/poll-schedule.ts'
import { notifyDisputed } from '#api/features/orders/notify/order-messages.ts'
import { moveRefundAndNotify } from '#api/features/orders/refunds/refund-states.ts'
import { pollRefundsOf } from '#api/features/orders/refunds/refunds.ts'
import { checkTransfer } from '#api/features/orders/payouts/send-payouts.ts'
import { settlePayment } from './settle.ts'

const Amount = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

/** The fields of an event that we use. A field of another form counts as missing. */
const Event = z.looseObject({
  event: z.string().catch('unreadable'),
  data: z
    .looseObject({
      reference: z.string().nullish().catch(null),
      transaction_reference: z.string().nullish().catch(null),
      transaction: z
        .looseObject({ reference: z.string().nullish().catch(null) })
        .nullish()
        .catch(null),
      status: z.string().nullish().catch(null),
      amount: Amount.nullish().catch(null),
      dueAt: z.coerce.date().nullish().catch(null),
    })
    .catch({}),
})
type Event = z.output<typeof Event>
type ParsedEvent = { event: string; reference: string | null; data: Event['data'] }

export function readEvent(body: string): ParsedEvent {
  const { event, data } = Event.catch({ event: 'unreadable', data: {} }).parse(jsonOf(body))
  const reference = data.transaction_reference ?? data.transaction?.reference ?? data.reference ?? null
  return { event: storableText(event), reference: reference === null ? null : storableText(reference), data }
}

/** Shortens a text so that it can be stored. PostgreSQL stores no NUL, and no reference of ours is longer. */
const storableText = (text: string) => text.replaceAll('\0', '').slice(0, 200)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const handlePaymentEvent = job({
  name: 'handle-payment-event',
  payload: z.object({ eventId: z.int() }),
  run: (deps, { eventId }) =>
    handleEvent(deps, eventId).catch((error: unknown) => {
      // The sweeper handles it later.
      if (!(error instanceof ProviderError)) throw error
      deps.log.warn({ err: error, event: eventId }, 'the provider could not be asked about its event')
    }),
})

type StoredEvent = { id: number; event: string; reference: string | null; body: string; received_at: Date }

/** Handles an event. Can run again safely, because each effect happens only once. An error postpones the event. */
async function handleEvent(deps: Deps, id: number): Promise<void> {
  const stored = await deps.db
    .selectFrom('payment_events')
    .select(['id', 'event', 'reference', 'body', 'received_at'])
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  if (!stored) return
  try {
    if (!(await applyEvent(deps, stored))) await postponeEvent(deps, stored, { isUnknown: true })
  } catch (error) {
    await postponeEvent(deps, stored, { isUnknown: false })
    throw error
  }
}

/** Applies an event. Returns false if it is about something that we do not know, or not yet. */
async function applyEvent(deps: Deps, stored: StoredEvent): Promise<boolean> {
  const { event, reference } = stored
  const { data } = readEvent(stored.body)
  if (reference === null) return acknowledge(deps, stored)
  if (event === 'charge.success')
    return (await settlePayment(deps, reference)) !== 'unknown' && acknowledge(deps, stored)
  if (event.startsWith('refund.')) return applyRefundEvent(deps, stored, { reference, event, data })
  if (event.startsWith('transfer.'))
    return (await checkTransfer(deps, reference)) && acknowledge(deps, stored)
  // The bank has decided, and may have taken the payment back.
  if (event === 'charge.dispute.resolve')
    return (
      (await settlePayment(deps, reference, { isAgain: true })) !== 'unknown' && acknowledge(deps, stored)
    )
  if (event.startsWith('charge.dispute.'))
    return applyDisputeEvent(deps, stored, reference, data.dueAt ?? null)
  return acknowledge(deps, stored)
}

function acknowledge(deps: Deps, stored: StoredEvent): Promise<boolean> {
  return transact(deps.db, (tx) => markHandled(deps, tx, stored))
}

/** Clears the body if the buyer has been erased, because it contains the buyer’s mail address. */
const remainingBody = sql<string>`case when exists (
  select from payment_attempts join orders on orders.id = order_id
  where payment_attempts.reference = payment_events.reference and buyer_id is null
) then '{}' else body end`

async function markHandled({ clock }: Deps, tx: Tx, { id }: StoredEvent): Promise<boolean> {
  await tx
    .updateTable('payment_events')
    .set({ handled_at: clock.now(), next_poll_at: null, body: remainingBody })
    .where('id', '=', id)
    .execute()
  return true
}

type EventWithReference = ParsedEvent & { reference: string }

/**
 * Moves the refund. The event may arrive before that of its charge, so an unknown
 * refund is searched again after the payment was checked.
 */
async function applyRefundEvent(
  deps: Deps,
  stored: StoredEvent,
  { reference, event, data }: EventWithReference,
): Promise<boolean> {
  const refund = { reference, amountKobo: data.amount ?? 0, status: event.slice('refund.'.length) }
  const move = () =>
    transact(deps.db, async (tx) => {
      const moved = await moveRefundAndNotify(deps, tx, refund)
      if (moved === 'done') await markHandled(deps, tx, stored)
      return moved
    })
  let moved = await move()
  if (moved === 'unknown') {
    await settlePayment(deps, reference, { isAgain: true })
    moved = await move()
  }
  if (moved !== 'several') return moved === 'done'
  await pollRefundsOf(deps, reference)
  return acknowledge(deps, stored)
}

async function applyDisputeEvent(
  deps: Deps,
  stored: StoredEvent,
  reference: string,
  due: Date | null,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const attempt = await tx
      .selectFrom('payment_attempts')
      .select('order_id')
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (!attempt) return false
    // Of two jobs at once the second waits here, and then finds the event handled.
    const open = tx.selectFrom('payment_events').select('id').where('id', '=', stored.id)
    if (!(await open.where('handled_at', 'is', null).forUpdate().executeTakeFirst())) return true
    await notifyDisputed(deps, tx, { orderId: attempt.order_id, reference, due })
    return markHandled(deps, tx, stored)
  })
}

const unknownEventDays = 3

/** Postpones an event. Events are never deleted, and are tried again while they may concern a payment of ours. */
async function postponeEvent(
  { db, clock, log }: Deps,
  { id, received_at }: StoredEvent,
  { isUnknown }: { isUnknown: boolean },
): Promise<void> {
  const now = clock.now()
  const isLeft = isUnknown && now > inDays(received_at, unknownEventDays)
  if (isLeft) log.error({ event: id }, 'the provider has sent an event of an unknown payment')
  await db
    .updateTable('payment_events')
    .set({ next_poll_at: isLeft ? null : nextPoll(now, received_at) })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .execute()
}

const batchSize = 200

/** Handles the events that no job has handled. */
export async function handleWaitingEvents(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('payment_events')
    .select('id')
    .where('handled_at', 'is', null)
    .where('next_poll_at', '<=', deps.clock.now())
    .orderBy('next_poll_at')
    .limit(batchSize)
    .execute()
  await eachWhileProviderAnswers(deps, due, ({ id }) => handleEvent(deps, id))
}
