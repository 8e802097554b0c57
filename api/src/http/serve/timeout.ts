import type { FastifyRequest } from 'fastify'
import { unavailable } from '#api/http/api-error.ts'

/** Is longer than any statement may take, so only a call whose database hangs reaches it. */
export const handlerTimeoutMs = 20_000
/** Is shorter than the time for a body to arrive (json-body.ts), so that our delay is not reported as a slow client. */
export const accessTimeoutMs = 10_000

/**
 * Rejects with a 503 when `work` takes too long, but does not stop the work. Fastify's `handlerTimeout` does not help,
 * because it stops its timer as soon as the body has been read.
 */
export function withTimeout<T>(
  work: Promise<T>,
  { log }: Pick<FastifyRequest, 'log'>,
  timeoutMs = handlerTimeoutMs,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => {
    work.catch((error: unknown) => log.warn({ err: error }, 'failed after its timeout'))
    reject(unavailable())
  }, timeoutMs)
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
