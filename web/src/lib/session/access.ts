import type { Role } from '@rootsquare/contract/roles'

const rolesAt = {
  admin: ['ADMIN', 'SUPERADMIN'],
  superadmin: ['SUPERADMIN'],
} as const satisfies Record<string, readonly Role[]>

/** Whether a call for staff is open to these roles, by its own access: for a deed that stands beside no row to say `can`. */
export function hasAccess(roles: Role[], { access }: { access: keyof typeof rolesAt }): boolean {
  return rolesAt[access].some((role) => roles.includes(role))
}
