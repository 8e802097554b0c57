import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'

export const unexpected = 'An unexpected error occurred'

/** The server's own words, else ours; where no answer came, with what one can do about it. */
export function troubleText(failure: unknown, otherwise: string = unexpected): string {
  const isSilent = failure instanceof CallError && failure.status === 0
  return isSilent ? `${otherwise}. Please check your network connection.` : errorText(failure, otherwise)
}
