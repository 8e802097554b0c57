import { ECDH } from 'node:crypto'
import type { PushSubscription } from '@rootsquare/contract/notifications'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { conflict, invalid, unauthenticated } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { Push, PushTarget } from '#api/ports/push/push.ts'

const maxPerMember = 10

/** Stores the subscription. An endpoint belongs to the member who signed in last in that browser. */
export async function addPushSubscription(
  deps: Deps,
  viewer: Viewer,
  subscription: PushSubscription,
): Promise<null> {
  if (!deps.push) throw conflict('This server sends no pushes.', 'PUSH_OFF')
  const target = readTarget(deps.push, subscription)
  await transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    await lockSession(tx, viewer)
    const owner = { member_id: viewer.id, session_id: viewer.sessionId }
    const row = { ...target, ...owner, created_at: deps.clock.now() }
    await tx
      .insertInto('push_subscriptions')
      .values(row)
      .onConflict((on) => on.column('endpoint').doUpdateSet(row))
      .execute()
    await dropOldest(tx, viewer)
  })
  return null
}

/**
 * Deletes the subscription. It succeeds for an unknown endpoint and for one of another member, because this member gets
 * nothing there.
 */
export async function removePushSubscription(db: Db, viewer: Viewer, endpoint: string): Promise<null> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', URL.parse(endpoint)?.href ?? endpoint)
    .where('member_id', '=', viewer.id)
    .execute()
  return null
}

function readTarget(push: Push, { endpoint, keys }: PushSubscription): Omit<PushTarget, 'member_id'> {
  const url = URL.parse(endpoint)
  if (!url || !push.accepts(url)) {
    throw invalid({ endpoint: 'The endpoint must be a public address that begins with https://.' })
  }
  const p256dh = Buffer.from(keys.p256dh, 'base64url')
  if (!isPublicPoint(p256dh)) throw invalid({ 'keys.p256dh': 'This is no public key of the curve P-256.' })
  const auth = Buffer.from(keys.auth, 'base64url')
  if (auth.length !== 16) throw invalid({ 'keys.auth': 'The secret must have 16 bytes.' })
  return { endpoint: url.href, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
}

/** Returns whether the key is an uncompressed point on the curve. Nothing can be encrypted with other keys. */
function isPublicPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    return ECDH.convertKey(bytes, 'prime256v1').length > 0
  } catch {
    return false
  }
}

/** Locks the session. A concurrent log-out is either seen here, or waits and then deletes the subscription too. */
async function lockSession(tx: Tx, { sessionId }: Viewer): Promise<void> {
  const session = tx.selectFrom('sessions').select('id').where('id', '=', sessionId).forKeyShare()
  if (!(await session.executeTakeFirst())) {
    throw unauthenticated('Your session has ended. Please sign in again.', 'SESSION_ENDED')
  }
}

async function dropOldest(tx: Tx, { id }: Viewer): Promise<void> {
  const old = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('member_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxPerMember)
  await tx.deleteFrom('push_subscriptions').where('id', 'in', old).execute()
}
