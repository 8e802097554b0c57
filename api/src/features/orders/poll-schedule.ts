import type { Deps } from '#api/deps.ts'
import { isDeclined, ProviderError } from '#api/ports/payments/payments.ts'

const minute = 60_000
const longest = 6 * 60 * minute

/**
 * Returns the time of the next poll: after as long as has passed so far, at most six hours. The first wait is below a minute,
 * so that the next sweep finds it.
 */
export function nextPoll(now: Date, since: Date): Date {
  const elapsed = now.getTime() - since.getTime()
  return new Date(now.getTime() + Math.min(Math.max(elapsed, minute - 10_000), longest))
}

const concurrency = 5
const maxFailures = 5

/**
 * Works on several at a time, and stops when the provider has failed to answer several times in a row; the next run continues.
 * A rejection is an answer, so rejected ones never delay the others. Any other error is thrown when all are done. The caller must
 * ensure that failed ones come last in the next run.
 */
export async function eachWhileProviderAnswers<T>(
  { log }: Pick<Deps, 'log'>,
  things: T[],
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  const rest = things.values()
  const failures: unknown[] = []
  let failuresInARow = 0
  async function attempt(thing: T): Promise<void> {
    try {
      await work(thing)
      failuresInARow = 0
    } catch (error) {
      const isProviderError = error instanceof ProviderError
      if (isProviderError) failuresInARow = isDeclined(error) ? 0 : failuresInARow + 1
      else failures.push(error)
      log[isProviderError ? 'warn' : 'error'](
        { err: error },
        'a payment, refund or payout could not be checked',
      )
    }
  }
  const workers = Array.from({ length: concurrency }, async () => {
    for (const thing of rest) if (failuresInARow < maxFailures) await attempt(thing)
  })
  await Promise.all(workers)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${things.length} could not be checked.`)
}
