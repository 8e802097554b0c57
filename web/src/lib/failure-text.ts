import { words } from '@rootsquare/contract/failure'
import { CallFailure } from '#web/lib/call.ts'

/** What the server said: its sentences joined, else its message, else the screen's own words. */
export function failureText(failure: unknown, otherwise: string = words.unexpected): string {
  if (!(failure instanceof CallFailure)) return otherwise
  return failure.sentences.join(', ') || failure.message || otherwise
}

/** For log-in and group creation, which ask the person to come back after a fault of the server's. */
export function failureTextWithLater(failure: unknown): string {
  const text = failureText(failure)
  return failure instanceof CallFailure && failure.status >= 500 ? text + words.later : text
}
