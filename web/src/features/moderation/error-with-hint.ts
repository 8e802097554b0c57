import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'

export const unexpected = 'An unexpected error occurred'

/** The server’s message, else ours; where no answer came, with what one can do about it. */
export function errorWithHint(failure: unknown, fallback: string = unexpected): string {
  const isSilent = failure instanceof CallError && failure.status === 0
  return isSilent ? `${fallback}. Please check your network connection.` : errorText(failure, fallback)
}
