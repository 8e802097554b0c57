import { randomBytes } from 'node:crypto'
import type { Session } from '@rootsquare/contract/accounts'
import type { Role } from '@rootsquare/contract/lib/roles'
import { afterCommit, transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { unauthenticated } from '#api/http/api-error.ts'
import { signToken, type Viewer } from '#api/http/auth/viewer.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'

/**
 * Creates a session. A token is valid as long as the row of its session exists, so deleting the row ends it on every node.
 */
export async function startSession(
  deps: Deps,
  tx: Db,
  member: { id: number; role: Role },
  id = newSessionId(),
): Promise<Session> {
  const { clock, settings } = deps
  const createdAt = clock.now()
  const expiresAt = inMinutes(createdAt, settings.tokenMinutes)
  // The member may have signed up or set a new password a moment ago, without a session.
  const recorded = deps.replica?.recentWrites.add(member.id)
  await tx
    .insertInto('sessions')
    .values({ id, member_id: member.id, created_at: createdAt, expires_at: expiresAt })
    .execute()
  await recorded
  return {
    access_token: await signToken(deps, { id, memberId: member.id, role: member.role, createdAt, expiresAt }),
    user_id: member.id,
    roles: [member.role],
    expires_in: settings.tokenMinutes * 60,
  }
}

const newSessionId = () => randomBytes(16).toString('base64url')

/**
 * Starts a new session in the same browser. Its push subscriptions are moved first, because they would end with the old
 * session.
 */
export async function continueSession(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
): Promise<{ sessionId: string; session: Session }> {
  const sessionId = newSessionId()
  const session = await startSession(deps, tx, viewer, sessionId)
  await tx
    .updateTable('push_subscriptions')
    .set({ session_id: sessionId })
    .where('session_id', '=', viewer.sessionId)
    .execute()
  return { sessionId, session }
}

/**
 * Reads the password hash with a shared lock. A concurrent password change waits for this transaction, and then ends the
 * session that was started here.
 */
export async function lockPassword(tx: Tx, memberId: number): Promise<string | undefined> {
  const member = await tx
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', memberId)
    .forShare()
    .executeTakeFirst()
  return member?.password_hash
}

export async function logout({ db, bus }: Pick<Deps, 'db' | 'bus'>, viewer: Viewer) {
  await db.deleteFrom('sessions').where('id', '=', viewer.sessionId).execute()
  // Wakes open live streams, so that those of an ended session are closed.
  bus.wake([viewer.id])
  return null
}

export async function renewToken(deps: Deps, viewer: Viewer) {
  return transact(deps.db, async (tx) => {
    await lockPassword(tx, viewer.id)
    const { session } = await continueSession(deps, tx, viewer)
    const ended = await tx.deleteFrom('sessions').where('id', '=', viewer.sessionId).executeTakeFirst()
    // Of two concurrent renewals one finds no row, so a token is renewed once.
    if (ended.numDeletedRows === 0n)
      throw unauthenticated('Your session has ended. Please sign in again.', 'SESSION_ENDED')
    afterCommit(tx, () => deps.bus.wake([viewer.id]))
    return session
  })
}

export async function endSessions(
  { bus }: Pick<Deps, 'bus'>,
  tx: Tx,
  memberId: number,
  except = '',
): Promise<void> {
  await tx.deleteFrom('sessions').where('member_id', '=', memberId).where('id', '<>', except).execute()
  afterCommit(tx, () => bus.wake([memberId]))
}
