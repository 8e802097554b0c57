import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'

/** No answer to the deed itself, which may have been done the time before: signed out, too slow, too often. */
const passing = [401, 408, 429]

/** The server's own words; where no answer came there are none. */
export function serverMessage(failure: unknown, otherwise: string): string {
  const isSilent = failure instanceof CallError && failure.status === 0
  return isSilent ? otherwise : errorText(failure, otherwise)
}

/** What was asked about is not there, or not any more. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 404
}

/** A no, which the server would give again to the same Idempotency-Key; anything else may yet have been a yes. */
export function isRejection(failure: unknown): failure is CallError {
  if (!(failure instanceof CallError)) return false
  return failure.status >= 400 && failure.status < 500 && !passing.includes(failure.status)
}
