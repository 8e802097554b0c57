import { sql, type Selectable } from 'kysely'
import { moneyText } from '@rootsquare/contract/lib/money'
import { transact, type Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import type { Payments, ProviderTransfer } from '#api/ports/payments/payments.ts'
import { nextPoll } from '#api/features/orders/poll-schedule.ts'
import { lockSeller } from './lock-seller.ts'
import { notifyPayout, notifyPayoutProblem } from './payout-messages.ts'

export type Payout = Selectable<Tables['payouts']>
type PayoutState = Payout['state']
type Conclusion = Extract<PayoutState, 'PAID' | 'FAILED' | 'REVERSED'>

export const isOpenPayout = ({ state }: Pick<Payout, 'state'>) => state === 'PENDING' || state === 'SENT'

const conclusions = new Map<string, Conclusion>([
  ['success', 'PAID'],
  ['failed', 'FAILED'],
  ['abandoned', 'FAILED'],
  ['blocked', 'FAILED'],
  ['rejected', 'FAILED'],
  ['reversed', 'REVERSED'],
])

/** Undefined for pending, otp, received and any other word of the provider. */
export const conclusionOf = (status: string) => conclusions.get(status)

const statesBefore: Record<Conclusion, PayoutState[]> = {
  // A transfer that failed or was sent back may have arrived after all.
  PAID: ['PENDING', 'SENT', 'FAILED', 'REVERSED'],
  FAILED: ['PENDING', 'SENT'],
  REVERSED: ['PENDING', 'SENT', 'PAID'],
}

/** Applies the provider’s answer about the transfer. Answers may arrive at once, late or repeatedly. */
export async function applyTransfer(deps: Deps, id: number, found: ProviderTransfer): Promise<void> {
  await transact(deps.db, async (tx) => {
    const payout = await lockPayout(tx, id)
    const conclusion = conclusionOf(found.status)
    const why = mismatch(payout, found, deps.payments.mode) ?? contradiction(payout, conclusion)
    if (why !== null) await noteProblem(deps, tx, payout, { status: found.status, why })
    else if (conclusion === 'PAID' && isReturned(payout)) await concludeLate(deps, tx, payout, found)
    else if (conclusion && statesBefore[conclusion].includes(payout.state))
      await conclude(deps, tx, payout, { ...conclusionFacts(found), state: conclusion })
    else await noteUnchanged(deps, tx, payout, found)
  })
}

async function lockPayout(tx: Tx, id: number): Promise<Payout> {
  const row = tx.selectFrom('payouts').where('id', '=', id)
  const { member_id } = await row.select('member_id').executeTakeFirstOrThrow()
  if (member_id !== null) await lockSeller(tx, member_id)
  return row.selectAll().forUpdate().executeTakeFirstOrThrow()
}

/** Returns how the transfer differs from the payout. Its reference was compared when the answer was read. */
function mismatch(payout: Payout, found: ProviderTransfer, mode: Payments['mode']): string | null {
  if (found.amountKobo !== payout.amount_kobo)
    return `The provider has a transfer of ${moneyText(found.amountKobo)}, not of ${moneyText(payout.amount_kobo)}.`
  if (found.currency !== null && found.currency !== 'NGN')
    return `The provider has a transfer in ${found.currency}, not in NGN.`
  if (mode !== null && found.domain !== null && found.domain !== mode)
    return `It is a ${found.domain} transfer, and this is ${mode} mode.`
  return null
}

/** Returns the problem if the provider contradicts itself. Then nothing moves, because nothing may be paid twice. */
function contradiction({ state }: Payout, conclusion: Conclusion | undefined): string | null {
  if (state === 'PAID' && conclusion === 'FAILED')
    return 'The provider says now that it has failed, but it had succeeded.'
  if (isReturned({ state }) && conclusion === undefined)
    return `The provider says now that it is under way, but it ${endingOf({ state })}. Its money is not paid again until that is clear.`
  return null
}

type Concluded = { state: Conclusion; status: string; feeKobo: number; why: string | null }

function conclusionFacts({ status, feeKobo, gatewayResponse }: ProviderTransfer) {
  const why = status === 'success' ? null : (gatewayResponse ?? `The provider says: ${status}.`)
  return { status, feeKobo: feeKobo ?? 0, why }
}

/** A paid transfer is polled, because webhooks get lost and it may be reversed days after its success. */
const paidPollHours = 6
const paidPollDays = 5

/**
 * Moves the payout unless another answer was faster. The ledger’s row and the
 * message to the seller are in the same transaction.
 */
async function conclude(deps: Deps, tx: Tx, payout: Payout, concluded: Concluded): Promise<void> {
  const moved = await movePayout(deps, tx, payout, concluded)
  if (moved) await notifyPayout(deps, tx, moved)
}

async function movePayout(deps: Deps, tx: Tx, { id }: Payout, concluded: Concluded) {
  const { state, status, feeKobo, why } = concluded
  const now = deps.clock.now()
  const moved = await tx
    .updateTable('payouts')
    .set({ state, provider_status: status, why, changed_at: now })
    .set({ next_poll_at: state === 'PAID' ? inHours(now, paidPollHours) : null })
    .$if(state === 'PAID', (payout) => payout.set({ fee_kobo: feeKobo }))
    .where('id', '=', id)
    .where('state', 'in', statesBefore[state])
    .returningAll()
    .executeTakeFirst()
  if (moved && state !== 'PAID') await holdDisputed(tx, moved, now)
  return moved
}

const isReturned = ({ state }: Pick<Payout, 'state'>) => state === 'FAILED' || state === 'REVERSED'
const endingOf = ({ state }: Pick<Payout, 'state'>) =>
  state === 'REVERSED' ? 'had been sent back' : 'had failed'

/**
 * Counts a transfer as paid that had failed or was sent back, and notifies staff. So its money is not paid again. If that has
 * happened already, the seller owes it, and it is withheld from the next payouts.
 */
async function concludeLate(deps: Deps, tx: Tx, payout: Payout, found: ProviderTransfer): Promise<void> {
  const moved = await movePayout(deps, tx, payout, { ...conclusionFacts(found), state: 'PAID' })
  if (!moved) return
  const owedKobo = await findOwedKobo(tx, payout)
  const next =
    owedKobo === 0
      ? 'It counts as paid, and its money is not paid again.'
      : `It counts as paid. Its money may have been paid again, so ${moneyText(owedKobo)} is withheld from what the seller gets next.`
  const why = `The provider says now that it has succeeded, but it ${endingOf(payout)}. ${next}`
  await notifyPayout(deps, tx, moved)
  await noteProblem(deps, tx, moved, { status: found.status, why })
}

/** Returns what the seller has to give back, or 0. */
async function findOwedKobo(tx: Tx, { seller_account_id }: Payout): Promise<number> {
  const { available_kobo } = await tx
    .selectFrom('seller_accounts')
    .select('available_kobo')
    .where('id', '=', seller_account_id)
    .executeTakeFirstOrThrow()
  return Math.max(-available_kobo, 0)
}

export const notSent = 'not sent'

/**
 * Ends an unsent payout if its seller has come to owe money, so that one covers the other. Nothing is wrong with it, so nobody
 * is notified, and its lines belong to the next payout.
 */
export async function dropIfOwed(deps: Deps, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const payout = await lockPayout(tx, id)
    const owedKobo = await findOwedKobo(tx, payout)
    if (owedKobo === 0 || !isOpenPayout(payout)) return
    const why = `It was not sent, because the seller owed ${moneyText(owedKobo)} by then.`
    await movePayout(deps, tx, payout, { state: 'FAILED', status: notSent, feeKobo: 0, why })
    await tx.updateTable('order_lines').set({ payout_id: null }).where('payout_id', '=', id).execute()
  })
}

/**
 * Holds what was disputed after the payout began, because its money is back and waits for the decision: lines of the payout, and
 * the fees of all disputed parcels, which may have lines that an earlier payout paid (docs/decisions/0040).
 */
async function holdDisputed(tx: Tx, { id, member_id }: Payout, now: Date): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ released_at: null })
    .where('payout_id', '=', id)
    .where('is_disputed', '=', true)
    .execute()
  await sql`
    select settle_fee(parcel_id, ${now}) from (
      select distinct parcel_id from disputes join order_lines on order_lines.id = order_line_id
      where disputes.seller_id = ${member_id} and state = 'OPEN' order by parcel_id) disputed`.execute(tx)
}

/** Marks the payout as failed because the provider rejected the transfer. */
export async function failPayout(deps: Deps, id: number, why: string): Promise<void> {
  await transact(deps.db, async (tx) =>
    conclude(deps, tx, await lockPayout(tx, id), { state: 'FAILED', status: 'refused', feeKobo: 0, why }),
  )
}

async function noteUnchanged(deps: Deps, tx: Tx, payout: Payout, found: ProviderTransfer): Promise<void> {
  const { status, why } = conclusionFacts(found)
  await tx
    .updateTable('payouts')
    // The money of a returned one can be paid again.
    .set({ next_poll_at: isReturned(payout) ? null : nextPollOf(deps, payout) })
    .$if(isOpenPayout(payout), (one) => one.set({ state: 'SENT', provider_status: status, why: null }))
    .$if(isReturned(payout), (one) => one.set({ provider_status: status, why }))
    .where('id', '=', payout.id)
    .execute()
}

/** One that has come back is polled only while the provider contradicts that. */
export function nextPollOf({ clock }: Pick<Deps, 'clock'>, payout: Payout): Date | null {
  const now = clock.now()
  if (isOpenPayout(payout)) return nextPoll(now, payout.created_at)
  if (isReturned(payout)) return payout.next_poll_at && nextPoll(now, payout.changed_at)
  return now < inDays(payout.changed_at, paidPollDays) ? inHours(now, paidPollHours) : null
}

export const balanceTooLow = 'balance_too_low'

/**
 * Notes that nothing was sent. Staff are notified of the first payout that waits, and find the others in the list of problems.
 */
export async function noteBalanceTooLow(deps: Deps, id: number, message: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const payout = await lockPayout(tx, id)
    // Calls run one by one, so that only the first of many at once finds no other.
    await sql`select pg_advisory_xact_lock(hashtext(${balanceTooLow}))`.execute(tx)
    const waiting = tx.selectFrom('payouts').select('id').where('provider_status', '=', balanceTooLow)
    const isKnown = await waiting.where('state', 'in', ['PENDING', 'SENT']).executeTakeFirst()
    const why = `The balance at the provider is too low: ${message}`
    await noteProblem(deps, tx, payout, { status: balanceTooLow, why, isKnown: isKnown !== undefined })
  })
}

type Problem = { status: string; why: string; isKnown?: boolean }

async function noteProblem(deps: Deps, tx: Tx, payout: Payout, problem: Problem): Promise<void> {
  const { status, why, isKnown = payout.why === why } = problem
  // From now on a returned one is polled, so that its money is not paid again.
  const next_poll_at = nextPollOf(
    deps,
    isReturned(payout) ? { ...payout, next_poll_at: deps.clock.now() } : payout,
  )
  await tx
    .updateTable('payouts')
    .set({ provider_status: status, why, next_poll_at })
    .where('id', '=', payout.id)
    .execute()
  if (isKnown) return
  deps.log.error({ payout: payout.id, reference: payout.reference, why }, 'a payout has a problem')
  await notifyPayoutProblem(deps, tx, { reference: payout.reference, why })
}
