import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { job } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { ProviderTrouble } from '#api/ports/payments/payments.ts'
import { endUnpaid } from './end-unpaid.ts'
import { eachOf } from './looks.ts'
import { handleWaitingEvents } from './payment-events.ts'
import { lookAtRefunds } from './refunds.ts'
import { settle } from './settle.ts'

/** Charges are told of only when they succeed, and not even that is sure: whatever is open is asked about. */
export const sweepPayments = job({
  name: 'sweep-payments',
  payload: z.object({}).loose(),
  cron: '* * * * *',
  run: sweep,
})

const parts = [lookAtOpen, expireOrders, lookAtRefunds, handleWaitingEvents]

/** One part that fails must not keep the others from their work. */
export async function sweep(deps: Deps): Promise<void> {
  const failed: unknown[] = []
  for (const part of parts) await part(deps).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, 'The sweep of payments is not whole.')
}

const mostAtOnce = 300
const mostTroubles = 5

/**
 * One after the other until the provider fails to answer several in a row: it is away then, and the next run is not far.
 * Any other trouble is that one's alone.
 */
function whileThere<T>({ log }: Deps, work: (thing: T) => Promise<unknown>): (thing: T) => Promise<void> {
  let troubles = 0
  return async (thing) => {
    if (troubles >= mostTroubles) return
    try {
      await work(thing)
      troubles = 0
    } catch (error) {
      if (error instanceof ProviderTrouble) troubles += 1
      log.warn({ err: error }, 'a payment could not be looked at')
    }
  }
}

/** Whoever claims them has them for a minute: two nodes, or two runs at once, ask about each once. */
async function lookAtOpen(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const due = deps.db
    .selectFrom('payment_attempts')
    .select('reference')
    .where('state', '=', 'OPEN')
    .where('next_look_at', '<=', now)
    .orderBy('next_look_at')
    .limit(mostAtOnce)
    .forUpdate()
    .skipLocked()
  const claimed = await deps.db
    .updateTable('payment_attempts')
    .set({ next_look_at: inMinutes(now, 1) })
    .where('reference', 'in', due)
    .returning('reference')
    .execute()
  const ask = whileThere(deps, (reference: string) => settle(deps, reference))
  await eachOf(
    claimed.map(({ reference }) => reference),
    ask,
  )
}

/** Asked about once more, at this very moment; where the provider is away, nothing expires. */
async function expireOrders(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('held_at', 'is', null)
    .where('expires_at', '<=', deps.clock.now())
    .orderBy('expires_at')
    .limit(mostAtOnce)
    .execute()
  const end = whileThere(deps, (id: number) => endUnpaid(deps, id, 'FAILED'))
  await eachOf(
    due.map(({ id }) => id),
    end,
  )
}
