import { z } from 'zod'

export const Role = z.enum(['USER', 'ADMIN', 'SUPERADMIN'])
export type Role = z.output<typeof Role>

export function isStaff(role: Role): boolean {
  return role !== 'USER'
}
