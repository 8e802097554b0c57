import type { FastifyRequest } from 'fastify'
import { unavailable } from '#api/http/api-error.ts'

/** More than any statement may take: whoever is not answered by then waits for a database that hangs. */
export const handlerTimeoutMs = 20_000
/** Less than a body has to arrive (bodies.ts): nobody reads that before the door is open, and the blame is ours. */
export const accessTimeoutMs = 10_000

/**
 * The answer, or after so long the word that there is none; what was begun is left to itself. Not Fastify's `handlerTimeout`:
 * that one stops its clock as soon as the body has been read, so that it never rings for a call that has one.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  { log }: Pick<FastifyRequest, 'log'>,
  within = handlerTimeoutMs,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const clock = setTimeout(() => {
    work.catch((error: unknown) => log.warn({ err: error }, 'failed after it had been given up'))
    reject(unavailable())
  }, within)
  return Promise.race([work, late]).finally(() => clearTimeout(clock))
}
