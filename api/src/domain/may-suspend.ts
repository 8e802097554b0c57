import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/schema.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Other = Pick<Selectable<Tables['members']>, 'id' | 'role' | 'banned_at'>

/** Admins may suspend and ban members, super admins everybody but themselves. A ban is permanent. */
export function mayLockOut(viewer: Viewer, { id, role, banned_at }: Other): boolean {
  if (id === viewer.id || banned_at !== null) return false
  return viewer.role === 'SUPERADMIN' || (viewer.role === 'ADMIN' && role === 'USER')
}
