import { CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

export const unexpected = 'An unexpected error occurred'

/** The server's own words, else ours; where no answer came, with what one can do about it. */
export function troubleText(failure: unknown, otherwise: string = unexpected): string {
  const isSilent = failure instanceof CallFailure && failure.status === 0
  return isSilent ? `${otherwise}. Please check your network connection.` : failureText(failure, otherwise)
}
