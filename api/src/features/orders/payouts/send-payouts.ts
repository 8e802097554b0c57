import type { Deps } from '#api/deps.ts'
import { inDays, inMinutes } from '#api/ports/clock/clock.ts'
import {
  isBalanceTooLow,
  isDeclined,
  isUnknownReference,
  ProviderError,
} from '#api/ports/payments/payments.ts'
import type { ProviderTransfer } from '#api/ports/payments/payments.ts'
import { eachWhileProviderAnswers } from '#api/features/orders/poll-schedule.ts'
import {
  applyTransfer,
  conclusionOf,
  dropIfOwed,
  failPayout,
  isOpenPayout,
  nextPollOf,
  noteBalanceTooLow,
} from './payout-states.ts'
import type { Payout } from './payout-states.ts'

const batchSize = 300

/** Sends new payouts, and polls those under way and those that may still be reversed. */
export async function pollPayouts(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('payouts')
    .select('id')
    .where('next_poll_at', '<=', deps.clock.now())
    .orderBy('next_poll_at')
    .limit(batchSize)
    .execute()
  await eachWhileProviderAnswers(deps, due, ({ id }) => pollPayout(deps, id))
}

/**
 * Sends or polls a payout, unless another worker has claimed it. After an error
 * it is polled again later, and the error is thrown.
 */
export async function pollPayout(deps: Deps, id: number): Promise<void> {
  const payout = await claim(deps, id)
  if (!payout) return
  try {
    const found = payout.request_count > 0 ? await findTransfer(deps, payout) : undefined
    if (found) await applyTransfer(deps, id, found)
    else if (isOpenPayout(payout)) await requestTransfer(deps, payout)
    else await postpone(deps, payout)
  } catch (error) {
    await postpone(deps, payout, error)
    throw error
  }
}

/** Longer than the calls to the provider can take. */
const claimMinutes = 1

function claim({ db, clock }: Deps, id: number): Promise<Payout | undefined> {
  const now = clock.now()
  return db
    .updateTable('payouts')
    .set({ next_poll_at: inMinutes(now, claimMinutes) })
    .where('id', '=', id)
    .where('next_poll_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

async function findTransfer(
  { payments }: Deps,
  { reference }: Payout,
): Promise<ProviderTransfer | undefined> {
  return payments.verifyTransfer(reference).catch((error: unknown) => {
    if (isUnknownReference(error)) return undefined
    throw error
  })
}

/**
 * Requests the transfer, always under the same reference. The request is counted first, so that after a crash the provider is
 * asked before it is repeated.
 */
async function requestTransfer(deps: Deps, payout: Payout): Promise<void> {
  if (!(await countRequest(deps, payout))) {
    if (!mayArriveLate(deps, payout)) await dropIfOwed(deps, payout.id)
    return
  }
  const { amount_kobo: amountKobo, recipient_code: recipientCode, reference } = payout
  const request = { amountKobo, recipientCode, reference, reason: 'Your sales on Rootsquare' }
  const answer = await deps.payments.transfer(request).catch((error: unknown) => {
    if (error instanceof ProviderError && isDeclined(error)) return error
    throw error
  })
  if (answer instanceof ProviderError) return handleDeclined(deps, payout, answer)
  // Only the answer of verify moves money, because it also contains the fee.
  const found = conclusionOf(answer.status) ? await findTransfer(deps, payout) : answer
  if (found) await applyTransfer(deps, payout.id, found)
}

/** Counts no request while the seller owes money, for example because an earlier transfer has arrived after all. */
async function countRequest({ db }: Deps, { id, request_count }: Payout): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payouts')
    .from('seller_accounts')
    .set({ request_count: request_count + 1 })
    .where('payouts.id', '=', id)
    .where('request_count', '=', request_count)
    .where('state', 'in', ['PENDING', 'SENT'])
    .whereRef('seller_accounts.id', '=', 'seller_account_id')
    .where('available_kobo', '>=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Within this time the provider may still learn of an earlier request. */
const lateDays = 1

const mayArriveLate = ({ clock }: Deps, { request_count, created_at }: Payout) =>
  request_count > 0 && clock.now() < inDays(created_at, lateDays)

/**
 * Handles a declined request. An earlier request may have arrived, and its reference be taken. While verify may not know that
 * one yet, the payout has not failed, because otherwise it would be paid twice.
 */
async function handleDeclined(deps: Deps, payout: Payout, error: ProviderError): Promise<void> {
  const found = await findTransfer(deps, payout)
  if (found) await applyTransfer(deps, payout.id, found)
  else if (isBalanceTooLow(error)) await noteBalanceTooLow(deps, payout.id, error.message)
  else if (mayArriveLate(deps, payout)) throw error
  else await failPayout(deps, payout.id, error.message)
}

/**
 * Postpones the payout. Without a readable answer the transfer may have been made, so
 * the provider is asked about it before it is sent again.
 */
async function postpone(deps: Deps, payout: Payout, error?: unknown): Promise<void> {
  if (error !== undefined && !(error instanceof ProviderError)) return
  const isUnclear = error?.kind === 'unclear' || error?.kind === 'unreadable'
  await deps.db
    .updateTable('payouts')
    .set({ next_poll_at: nextPollOf(deps, payout) })
    .$if(isUnclear && payout.state === 'PENDING', (one) => one.set({ state: 'SENT' }))
    .where('id', '=', payout.id)
    .where('state', '=', payout.state)
    .execute()
}

/** Asks the provider about the transfer of an event, which is not trusted itself. Returns false if the payout is unknown. */
export async function checkTransfer(deps: Deps, reference: string): Promise<boolean> {
  const payouts = deps.db.selectFrom('payouts').selectAll().where('reference', '=', reference)
  const payout = await payouts.executeTakeFirst()
  if (!payout) return false
  const found = await findTransfer(deps, payout)
  if (found) await applyTransfer(deps, payout.id, found)
  return true
}
