import { sql, type RawBuilder } from 'kysely'
import { withRetries } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { unavailable } from '#api/http/api-error.ts'
import { requireSession, type Viewer } from '#api/http/auth/viewer.ts'

const locks = { 'no key update': sql`for no key update`, share: sql`for share` }

/**
 * Selects and locks the writer's row, or nothing if the session has ended or the member may not write. It is the first part
 * of the one statement that writes: a concurrent ban is either seen here, or waits for the lock and then finds what was
 * written. With `share`, other writes of the same member do not wait. Use it only in statements that do not update the
 * member: two that share the row and then update it would deadlock.
 */
export function activeWriter(
  viewer: Viewer,
  now: Date,
  lock: keyof typeof locks = 'no key update',
): RawBuilder<{ id: number }> {
  return sql`select id from members where id = ${viewer.id} and ${isActiveWriter(viewer, now)} ${locks[lock]}`
}

/** Matches the writer's row of `members` while the member may write, for a statement that locks other members too. */
export const isActiveWriter = ({ role, sessionId }: Viewer, now: Date) => sql<boolean>`(
  role = ${role} and banned_at is null and (suspended_until is null or suspended_until <= ${now})
  and exists (select from sessions where sessions.id = ${sessionId} and expires_at > ${now})
)`

/**
 * Runs a write of one statement for an endpoint with `checksSession`. If nothing was written, `reject` looks up the reason
 * and throws it. A successful write needs only one round trip.
 */
export async function writeAs<T>(
  deps: Deps,
  viewer: Viewer,
  write: (viewer: Viewer) => Promise<T | undefined>,
  reject: (viewer: Viewer) => Promise<void>,
): Promise<T> {
  const written = await withRetries(deps.db, () => write(viewer))
  if (written !== undefined) return written
  const current = await requireSession(deps, viewer)
  await reject(current)
  // The role has changed, or the obstacle has disappeared in the meantime.
  const repeated = await withRetries(deps.db, () => write(current))
  if (repeated === undefined) throw unavailable()
  return repeated
}
