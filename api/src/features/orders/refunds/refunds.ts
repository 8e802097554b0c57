import { sql } from 'kysely'
import { z } from 'zod'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue, job } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { isDeclined, ProviderError } from '#api/ports/payments/payments.ts'
import { eachWhileProviderAnswers, nextPoll } from '#api/features/orders/poll-schedule.ts'
import { findRefund, listProviderRefunds, noteOf, type RequestedRefund } from './provider-refunds.ts'
import {
  moveRefund,
  notePaidTwice,
  recordRejection,
  refundStateOf,
  type RefundState,
} from './refund-states.ts'

/**
 * A line is refunded by its total, with what goes back of the parcel's fee, or by `amountKobo`. The last line of the order, or
 * no line, refunds everything that is left of the payment. Without a `reference` that is the one that paid the order.
 */
type RefundRequest = {
  orderId: number
  lineId: number | null
  isLast?: boolean
  amountKobo?: number
  reference?: string
}

/**
 * Requests a refund in the transaction of its reason, so that both happen or neither. Refunds at most what is left of the
 * payment, and nothing if the bank has taken it back. Returns the refunded kobo; 0 if nothing is left.
 */
export async function requestRefund(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  request: RefundRequest,
): Promise<number> {
  const { orderId, lineId } = request
  const payment = await lockPayment(tx, request)
  if (!payment) return 0
  const kobo = lineId === null ? payment.leftKobo : Math.min(payment.leftKobo, await refundOf(tx, lineId))
  if (kobo <= 0) return 0
  const now = clock.now()
  const { id } = await tx
    .insertInto('refunds')
    .values({
      order_id: orderId,
      reference: payment.reference,
      order_line_id: lineId,
      amount_kobo: kobo,
      next_poll_at: now,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, sendRefund, { refundId: id })
  return kobo
}

async function lockPayment(tx: Tx, { orderId, reference }: RefundRequest) {
  const payment = await tx
    .selectFrom('payment_attempts')
    .select(['reference', 'paid_kobo', 'reversed_at'])
    .where('order_id', '=', orderId)
    .$if(reference === undefined, (attempts) => attempts.where('state', '=', 'PAID'))
    .$if(reference !== undefined, (attempts) => attempts.where('reference', '=', reference ?? ''))
    .forUpdate()
    .executeTakeFirst()
  if (!payment || payment.reversed_at !== null) return undefined
  const { kobo } = await tx
    .selectFrom('refunds')
    .select((refund) => refund.fn.coalesce(refund.fn.sum<number>('amount_kobo'), refund.lit(0)).as('kobo'))
    .where('reference', '=', payment.reference)
    .executeTakeFirstOrThrow()
  return { reference: payment.reference, leftKobo: (payment.paid_kobo ?? 0) - Number(kobo) }
}

/**
 * Returns the price of a line, or the part of it that was decided, with what goes back of the fee (docs/decisions/0040). Infinity
 * if nothing of the order is paid any more: an overpayment goes back then too, because nothing is left that it could pay for.
 */
async function refundOf(tx: Tx, lineId: number): Promise<number> {
  const { rows } = await sql<{ kobo: number; is_last: boolean }>`
    select case when refunded_at is null then total_kobo else refunded_kobo end + fee_refunded_kobo as kobo,
      not exists (
        select from order_lines other where other.order_id = line.order_id and canceled_at is null and refunded_kobo < total_kobo)
      and not exists (
        select from parcels where parcels.order_id = line.order_id and parcels.fee_refunded_kobo < fee_kobo) as is_last
    from order_lines line where id = ${lineId}`.execute(tx)
  const [line] = rows
  if (!line) return 0
  return line.is_last ? Number.POSITIVE_INFINITY : line.kobo
}

export const sendRefund = job({
  name: 'send-refund',
  payload: z.object({ refundId: z.int() }),
  run: (deps, { refundId }) =>
    pushRefund(deps, refundId).catch((error: unknown) => {
      // The sweeper requests it again.
      if (!(error instanceof ProviderError)) throw error
      deps.log.warn({ err: error, refund: refundId }, 'a refund could not be asked for')
    }),
})

type Claimed = RequestedRefund & {
  state: RefundState
  reference: string
  amount_kobo: number
  currency: string | null
  reversed_at: Date | null
  request_count: number
  created_at: Date
}

/**
 * Requests the refund, unless another worker has claimed it. After an error it is
 * postponed, and the error is thrown; a rejection is an answer.
 */
async function pushRefund(deps: Deps, id: number): Promise<void> {
  const refund = await claim(deps, id)
  if (!refund) return
  try {
    const wasRequested = refund.request_count > 1 || refund.retry_count > 0
    const known = wasRequested
      ? findRefund(refund, await listProviderRefunds(deps, refund.reference)).known
      : undefined
    const answer = known ?? (refund.reversed_at ? returnedByBank : await postRefund(deps, refund))
    if (answer === 'declined') await transact(deps.db, (tx) => recordRejection(deps, tx, refund))
    else await noteBegun(deps, refund, answer)
  } catch (error) {
    await recordFailure(deps, refund, error)
    throw error
  }
}

/** The buyer has this money back already, so the refund is not requested any more. */
const returnedByBank = { id: null, status: 'processed' }

/** Longer than a call to the provider can take. */
const claimMinutes = 1

async function claim({ db, clock }: Deps, id: number): Promise<Claimed | undefined> {
  const now = clock.now()
  return db
    .updateTable('refunds')
    .from('payment_attempts')
    .set((refund) => ({
      request_count: refund('request_count', '+', 1),
      next_poll_at: inMinutes(now, claimMinutes),
      requesting_until: inMinutes(now, claimMinutes),
    }))
    .where('refunds.id', '=', id)
    .where('refunds.state', 'in', ['ASKED', 'FAILED'])
    .where('refunds.next_poll_at', '<=', now)
    .whereRef('payment_attempts.reference', '=', 'refunds.reference')
    .returning(['refunds.id', 'refunds.state', 'refunds.reference', 'refunds.amount_kobo', 'request_count'])
    .returning(['retry_count', 'provider_id', 'refunds.created_at', 'currency', 'reversed_at'])
    .executeTakeFirst()
}

type Answer = { id: string | null; status: string }

/** Requests the refund. Only a declined request counts as rejected, not a failed query of its status. */
function postRefund({ payments }: Deps, refund: Claimed): Promise<Answer | 'declined'> {
  const { reference, amount_kobo: amountKobo } = refund
  const request = { reference, amountKobo, currency: refund.currency ?? 'NGN', note: noteOf(refund) }
  return payments.refund(request).catch((error: unknown) => {
    if (isDeclined(error)) return 'declined'
    throw error
  })
}

async function noteBegun(deps: Deps, { id, state }: Claimed, answer: Answer): Promise<void> {
  const retried = deps.db.updateTable('refunds').set({ state: 'ASKED' }).where('id', '=', id)
  if (state === 'FAILED')
    await retried.where('state', '=', 'FAILED').where('next_poll_at', 'is not', null).execute()
  await noteAnswer(deps, id, answer)
}

async function noteAnswer(deps: Deps, id: number, { id: providerId, status }: Answer): Promise<void> {
  await transact(deps.db, async (tx) => {
    await tx
      .updateTable('refunds')
      .set({ provider_id: providerId, requesting_until: null })
      .where('id', '=', id)
      .execute()
    await moveRefund(deps, tx, id, refundStateOf(status))
  })
}

async function recordFailure({ db, clock }: Deps, refund: Claimed, error: unknown): Promise<void> {
  const isUndone = error instanceof ProviderError && error.kind === 'unreachable'
  await db
    .updateTable('refunds')
    .set({ next_poll_at: nextPoll(clock.now(), refund.created_at), requesting_until: null })
    .$if(isUndone, (one) => one.set((row) => ({ request_count: row('request_count', '-', 1) })))
    .where('id', '=', refund.id)
    .where('state', '=', refund.state)
    .execute()
}

const batchSize = 100

/** Requests lost and rejected refunds again, and polls those under way. */
export async function pollRefunds(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('refunds')
    .select(['id', 'state', 'reference', 'provider_id', 'retry_count', 'created_at'])
    .where('next_poll_at', '<=', deps.clock.now())
    .orderBy('next_poll_at')
    .limit(batchSize)
    .execute()
  await eachWhileProviderAnswers(deps, due, ({ state, ...refund }) =>
    state === 'ASKED' || state === 'FAILED' ? pushRefund(deps, refund.id) : pollRefund(deps, refund),
  )
}

async function pollRefund(
  deps: Deps,
  refund: Pick<Claimed, 'id' | 'reference' | 'retry_count' | 'provider_id' | 'created_at'>,
): Promise<void> {
  const { db, clock, payments } = deps
  const next_poll_at = nextPoll(clock.now(), refund.created_at)
  await db.updateTable('refunds').set({ next_poll_at }).where('id', '=', refund.id).execute()
  const { known } = findRefund(refund, await payments.refundsOf(refund.reference))
  if (known) await noteAnswer(deps, refund.id, known)
}

/** Polls all refunds of a payment that are not complete, and those that may have been paid a second time. */
export async function pollRefundsOf(deps: Deps, reference: string): Promise<void> {
  const refunds = await deps.db
    .selectFrom('refunds')
    .select(['id', 'provider_id', 'retry_count'])
    .where('reference', '=', reference)
    .where((refund) =>
      refund.or([
        refund('state', '<>', 'PROCESSED'),
        refund('paid_twice_at', 'is', null).and(
          refund.or([refund('settled_outside_at', 'is not', null), refund('retry_count', '>', 0)]),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  const listed = refunds.length > 0 ? await listProviderRefunds(deps, reference) : []
  for (const refund of refunds) {
    const { known, paidCount } = findRefund(refund, listed)
    if (known) await noteAnswer(deps, refund.id, known)
    if (paidCount > 1) await transact(deps.db, (tx) => notePaidTwice(deps, tx, refund.id, 'retry'))
  }
}
