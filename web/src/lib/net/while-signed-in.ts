import { currentSession } from '#web/lib/session/session.ts'

/** A response to a member who has signed out since must not change what the next one sees. */
export function whileSignedIn(): () => boolean {
  const memberId = currentSession()?.userId
  return () => currentSession()?.userId === memberId
}
