import { z } from 'zod'

export const Role = z.enum(['USER', 'ADMIN', 'SUPERADMIN'])
export type Role = z.output<typeof Role>

/** The status of a member. Where several apply, the most severe one is sent. */
export const UserStatus = z.enum(['ACTIVE', 'UNVERIFIED', 'SUSPENDED', 'BANNED', 'CLOSING'])
export type UserStatus = z.output<typeof UserStatus>

export function isStaff(role: Role): boolean {
  return role !== 'USER'
}
