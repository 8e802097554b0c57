import { expect, test } from 'vitest'
import { memberLinks, roleLabel, staffLinks } from '#web/app/shell/menu-links.ts'

const names = (links: { name: string }[]) => links.map(({ name }) => name)
const adminNames = [
  'All Users',
  'Users Submissions',
  'Reported Posts',
  'Suspended Users',
  'System Analytics',
  'Held payments',
]

test('a member has the eight entries of the spec, and no label', () => {
  const entries = [
    'Profile',
    'Groups',
    'Marketplace',
    'Inbox',
    'Cart',
    'My Orders',
    'Received Orders',
    'Settings',
  ]
  expect(names(memberLinks)).toEqual(entries)
  expect(staffLinks(['USER'])).toEqual([])
  expect(roleLabel(['USER'])).toBeNull()
})

test('an admin has the six entries of staff', () => {
  expect(names(staffLinks(['USER', 'ADMIN']))).toEqual(adminNames)
  expect(roleLabel(['USER', 'ADMIN'])).toBe('ADMIN')
})

test('a super admin has the audit log as well', () => {
  expect(names(staffLinks(['USER', 'ADMIN', 'SUPERADMIN']))).toEqual([...adminNames, 'Audit'])
  expect(roleLabel(['SUPERADMIN'])).toBe('SUPER ADMIN')
})
