import { z } from 'zod'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue, job } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { isDeclined, ProviderError, type ProviderRefund } from '#api/ports/payments/payments.ts'
import { eachWhileProviderAnswers, nextPoll } from '#api/features/orders/payments/poll-schedule.ts'
import { moveRefund, recordRejection, refundStateOf, type RefundState } from './refund-states.ts'

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
  const isAll = lineId === null || request.isLast === true
  const wantedKobo = request.amountKobo ?? (isAll ? payment.leftKobo : await totalOf(tx, request))
  const kobo = Math.min(payment.leftKobo, wantedKobo)
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

/** The database decides how much of the fee goes back with a canceled line (docs/decisions/0040). */
async function totalOf(tx: Tx, { orderId, lineId }: RefundRequest): Promise<number> {
  const line = await tx
    .selectFrom('order_lines')
    .select(['total_kobo', 'fee_refunded_kobo'])
    .where('id', '=', lineId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return line ? line.total_kobo + line.fee_refunded_kobo : 0
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

type Claimed = {
  id: number
  state: RefundState
  reference: string
  amount_kobo: number
  currency: string | null
  reversed_at: Date | null
  request_count: number
  retry_count: number
  created_at: Date
}

/** Returns the text that identifies the refund at the provider. An admin's retry is another refund there. */
const noteOf = ({ id, retry_count }: Pick<Claimed, 'id' | 'retry_count'>) =>
  retry_count === 0 ? `refund-${id}` : `refund-${id}-${retry_count}`

/**
 * Requests the refund, unless another worker has claimed it. After an error it is
 * postponed, and the error is thrown; a rejection is an answer.
 */
async function pushRefund(deps: Deps, id: number): Promise<void> {
  const refund = await claim(deps, id)
  if (!refund) return
  try {
    const known = refund.request_count > 1 ? await findRefund(deps, refund) : undefined
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
    .returning(['retry_count', 'refunds.created_at', 'currency', 'reversed_at'])
    .executeTakeFirst()
}

/**
 * Returns the refunds of a payment at the provider. If there is no such list,
 * there are none, and the refund is requested again.
 */
export function listProviderRefunds({ payments }: Deps, reference: string): Promise<ProviderRefund[]> {
  return payments.refundsOf(reference).catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'refused' && error.status === 404) return []
    throw error
  })
}

/** Finds a refund that was requested before. */
async function findRefund(deps: Deps, refund: Claimed) {
  const known = await listProviderRefunds(deps, refund.reference)
  return known.find(({ note }) => note === noteOf(refund))
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

/** Returns whether a refund in the provider's list is this one. */
export const isRefund =
  (refund: Pick<Open, 'id' | 'retry_count' | 'provider_id'>) =>
  ({ id, note }: ProviderRefund) =>
    id === refund.provider_id || note === noteOf(refund)

type Open = Pick<Claimed, 'id' | 'reference' | 'retry_count' | 'created_at'> & { provider_id: string | null }

async function pollRefund(deps: Deps, refund: Open): Promise<void> {
  const { db, clock, payments } = deps
  const next_poll_at = nextPoll(clock.now(), refund.created_at)
  await db.updateTable('refunds').set({ next_poll_at }).where('id', '=', refund.id).execute()
  const known = (await payments.refundsOf(refund.reference)).find(isRefund(refund))
  if (known) await noteAnswer(deps, refund.id, known)
}

/** Polls all refunds of a payment that are not complete. One that was paid outside the provider may still be paid by it. */
export async function pollRefundsOf(deps: Deps, reference: string): Promise<void> {
  const refunds = await deps.db
    .selectFrom('refunds')
    .select(['id', 'provider_id', 'retry_count'])
    .where('reference', '=', reference)
    .where((refund) =>
      refund.or([
        refund('state', '<>', 'PROCESSED'),
        refund('settled_outside_at', 'is not', null).and('paid_twice_at', 'is', null),
      ]),
    )
    .orderBy('id')
    .execute()
  const listed = refunds.length > 0 ? await listProviderRefunds(deps, reference) : []
  for (const refund of refunds) {
    const known = listed.find(isRefund(refund))
    if (known) await noteAnswer(deps, refund.id, known)
  }
}
