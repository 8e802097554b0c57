import type { Role } from '@rootsquare/contract/lib/roles'

const rolesAt = {
  admin: ['ADMIN', 'SUPERADMIN'],
  superadmin: ['SUPERADMIN'],
} as const satisfies Record<string, readonly Role[]>

/** Returns whether these roles may call a staff endpoint, for actions without a row whose `can` says it. */
export function hasAccess(roles: Role[], { access }: { access: keyof typeof rolesAt }): boolean {
  return rolesAt[access].some((role) => roles.includes(role))
}
