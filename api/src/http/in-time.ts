import { unavailable } from './refusal.ts'

/** More than any statement may take: whoever is not answered by then waits for a database that hangs. */
export const answerWithin = 20_000

/**
 * The answer, or after so long the word that there is none; what was begun is left to itself. Not Fastify's `handlerTimeout`:
 * that one stops its clock as soon as the body has been read, so that it never rings for a call that has one.
 */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const clock = setTimeout(() => reject(unavailable()), answerWithin)
  return Promise.race([work, late]).finally(() => clearTimeout(clock))
}
