import { currentSession } from '#web/lib/session/session.ts'

/**
 * Returns a check whether the same member is still signed in: a late response must not change what the next one sees.
 */
export function whileSignedIn(): () => boolean {
  const memberId = currentSession()?.userId
  return () => currentSession()?.userId === memberId
}
