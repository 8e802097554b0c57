import { failureTexts } from '@rootsquare/contract/lib/failure'
import { CallError } from '#web/lib/net/call.ts'

/** Returns the sentences of the server joined, else its message, else the text of the screen. */
export function errorText(failure: unknown, otherwise: string = failureTexts.unexpected): string {
  if (!(failure instanceof CallError)) return otherwise
  return failure.sentences.join(', ') || failure.message || otherwise
}

/** Returns the error for log-in and group creation, which suggest trying again later after a fault of the server. */
export function errorTextWithRetry(failure: unknown): string {
  const text = errorText(failure)
  return failure instanceof CallError && failure.status >= 500 ? text + failureTexts.later : text
}
