import { CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

/** The server's own words; where no answer came there are none. */
export function saidByServer(failure: unknown, otherwise: string): string {
  const isSilent = failure instanceof CallFailure && failure.status === 0
  return isSilent ? otherwise : failureText(failure, otherwise)
}

/** What was asked about is not there, or not any more. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === 404
}
