import { currentSession } from '#web/lib/session/session.ts'

/** For what comes later: an answer to a member who has left since must not change what the next one sees. */
export function whileSignedIn(): () => boolean {
  const memberId = currentSession()?.userId
  return () => currentSession()?.userId === memberId
}
