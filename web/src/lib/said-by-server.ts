import { CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

/** A no to this very content, which the server would give again to the same key. */
const refusals = [400, 403, 404, 413, 422]

/** The server's own words; where no answer came there are none. */
export function saidByServer(failure: unknown, otherwise: string): string {
  const isSilent = failure instanceof CallFailure && failure.status === 0
  return isSilent ? otherwise : failureText(failure, otherwise)
}

/** What was asked about is not there, or not any more. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === 404
}

/** Whoever tries again after that needs a new Idempotency-Key. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof CallFailure && refusals.includes(failure.status)
}
