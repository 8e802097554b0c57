import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/schema.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type TargetMember = Pick<Selectable<Tables['members']>, 'id' | 'role' | 'banned_at'>

/**
 * Returns whether the viewer may suspend or ban. Admins may for members, super admins for everybody but themselves. A ban
 * is permanent.
 */
export function canLockOut(viewer: Viewer, { id, role, banned_at }: TargetMember): boolean {
  if (id === viewer.id || banned_at !== null) return false
  return viewer.role === 'SUPERADMIN' || (viewer.role === 'ADMIN' && role === 'USER')
}
