import { z } from 'zod'

export const Role = z.enum(['USER', 'ADMIN', 'SUPERADMIN'])
export type Role = z.output<typeof Role>

/** How a member stands: what weighs most of all that holds. */
export const UserStatus = z.enum(['ACTIVE', 'UNVERIFIED', 'SUSPENDED', 'BANNED', 'CLOSING'])
export type UserStatus = z.output<typeof UserStatus>

export function isStaff(role: Role): boolean {
  return role !== 'USER'
}
