import { words } from '@rootsquare/contract/failure'
import { CallError } from '#web/lib/net/call.ts'

/** What the server said: its sentences joined, else its message, else the screen's own words. */
export function errorText(failure: unknown, otherwise: string = words.unexpected): string {
  if (!(failure instanceof CallError)) return otherwise
  return failure.sentences.join(', ') || failure.message || otherwise
}

/** For log-in and group creation, which ask the person to come back after a fault of the server's. */
export function errorTextWithRetry(failure: unknown): string {
  const text = errorText(failure)
  return failure instanceof CallError && failure.status >= 500 ? text + words.later : text
}
