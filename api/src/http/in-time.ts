import type { FastifyRequest } from 'fastify'
import { unavailable } from './refusal.ts'

/** More than any statement may take: whoever is not answered by then waits for a database that hangs. */
export const answerWithin = 20_000
/** Less than a body has to arrive (bodies.ts): nobody reads that before the door is open, and the blame is ours. */
export const doorWithin = 10_000

/**
 * The answer, or after so long the word that there is none; what was begun is left to itself. Not Fastify's `handlerTimeout`:
 * that one stops its clock as soon as the body has been read, so that it never rings for a call that has one.
 */
export async function inTime<T>(
  work: Promise<T>,
  { log }: Pick<FastifyRequest, 'log'>,
  within = answerWithin,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const clock = setTimeout(() => {
    work.catch((error: unknown) => log.warn({ err: error }, 'failed after it had been given up'))
    reject(unavailable())
  }, within)
  return Promise.race([work, late]).finally(() => clearTimeout(clock))
}
