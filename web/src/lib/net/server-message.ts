import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'

/**
 * These codes say nothing about the action itself, which an earlier attempt may have done: signed out, too slow, too
 * often.
 */
const passing = [401, 408, 429]

/** Returns the text of the server, if it has responded. */
export function serverMessage(failure: unknown, otherwise: string): string {
  const hasNoResponse = failure instanceof CallError && failure.status === 0
  return hasNoResponse ? otherwise : errorText(failure, otherwise)
}

export function isMissing(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 404
}

/**
 * Returns whether the server would reject the same Idempotency-Key again. After other failures the action may have been
 * done.
 */
export function isRejection(failure: unknown): failure is CallError {
  if (!(failure instanceof CallError)) return false
  return failure.status >= 400 && failure.status < 500 && !passing.includes(failure.status)
}
