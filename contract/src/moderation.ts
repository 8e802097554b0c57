import { z } from 'zod'
import { NewMember } from './accounts.ts'
import { endpoint, Nothing } from './lib/endpoint.ts'
import { Id, IdInPath, inAddress, reasonText, text, Time } from './lib/fields.ts'
import { maxSearchResults, paged, PageQuery } from './lib/paged.ts'
import { Role, UserStatus } from './lib/roles.ts'

export const moderationReasonLength = 200
export const suspensionDays = [1, 3, 7, 14, 30] as const
export const adminLevel = { roleId: 2, userLevel: 3 } as const

const reason = (blank: string) => reasonText(moderationReasonLength, blank)

const Days = z
  .union(
    suspensionDays.map((days) => z.literal(days)),
    'One of 1, 3, 7, 14 and 30.',
  )
  .meta({ description: 'One of 1, 3, 7, 14 and 30.' })

/** The lists for admins have entries of this shape. */
export const AdminUser = z
  .object({
    id: Id,
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    username: z.string(),
    profileImage: z.string().nullable(),
    role: Role,
    status: UserStatus,
    suspendedUntil: Time.nullable().meta({ description: 'Null unless the member is suspended now.' }),
    lockReason: z.string().nullable().meta({ description: 'Why the member is banned, or suspended now.' }),
    createdDate: Time,
    can: z.object({ suspend: z.boolean(), unsuspend: z.boolean(), ban: z.boolean() }),
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.output<typeof AdminUser>

export const SuspendedUser = z
  .object({
    userId: Id,
    username: z.string(),
    suspenderUserName: z.string().nullable().meta({ description: 'Null if the admin has been erased.' }),
    reasonForSuspension: z.string(),
    createdDate: z.int().meta({ description: 'Epoch milliseconds.' }),
    endDate: Time,
    can: z.object({ unsuspend: z.boolean() }),
  })
  .meta({ id: 'SuspendedUser' })
export type SuspendedUser = z.output<typeof SuspendedUser>

const MemberSearchQuery = PageQuery.extend({ search: text(100, 0).optional() })
export type MemberSearchQuery = z.output<typeof MemberSearchQuery>

export const listUsers = endpoint({
  method: 'GET',
  path: '/user/admin/app/users',
  access: 'admin',
  summary: `List members, newest first. \`search\` matches names and e-mail addresses and returns the newest ${maxSearchResults}`,
  query: MemberSearchQuery,
  reply: paged(AdminUser),
})

export const listSuspended = endpoint({
  method: 'GET',
  path: '/user/admin/suspended-users',
  access: 'admin',
  summary: 'List current suspensions, newest first',
  query: MemberSearchQuery,
  reply: paged(SuspendedUser),
})

export const NewAdmin = NewMember.pick({
  firstName: true,
  lastName: true,
  username: true,
  emailAddress: true,
  cipherCode: true,
}).extend({
  userLevel: z.literal(adminLevel.userLevel, `Must be ${adminLevel.userLevel}.`),
  roleId: z.literal(adminLevel.roleId, `Must be ${adminLevel.roleId}.`),
})
export type NewAdmin = z.output<typeof NewAdmin>

export const createAdmin = endpoint({
  method: 'POST',
  path: '/user/admin/create',
  access: 'superadmin',
  summary: 'Create an admin account that is already verified',
  body: NewAdmin,
  reply: AdminUser,
  message: 'Admin was created successfully',
})

export const suspendUser = endpoint({
  method: 'POST',
  path: '/user/admin/suspend-user',
  access: 'admin',
  summary: 'Suspend a member. Resolves all open reports on them and notifies the reporters',
  query: z.object({
    days: inAddress(Days),
    reasonForSuspension: reason('Please provide a reason for suspension'),
    userId: IdInPath,
  }),
  reply: Nothing,
  message: 'User has been suspended',
})

export const banUser = endpoint({
  method: 'POST',
  path: '/user/admin/ban-user',
  access: 'admin',
  summary:
    'Ban a member. Resolves all open reports on them and notifies the reporters. 409 if already banned',
  query: z.object({ reasonForBan: reason('Please provide a reason for banning'), userId: IdInPath }),
  reply: Nothing,
  message: 'User has been banned',
})

export const unsuspendUser = endpoint({
  method: 'POST',
  path: '/user/admin/unsuspend-user',
  access: 'admin',
  summary: 'End a suspension early. 409 if the member is not suspended',
  query: z.object({
    reasonForUnSuspending: reason('Please provide a reason for unsuspending.'),
    userId: IdInPath,
  }),
  reply: Nothing,
  message: 'User unsuspended successfully',
})

export const AuditAction = z.enum([
  'SUSPEND_USER',
  'UNSUSPEND_USER',
  'BAN_USER',
  'CREATE_ADMIN',
  'RESET_PASSWORD',
  'SET_EMAIL',
  'MAKE_MODERATOR',
  'END_MODERATOR',
  'RESOLVE_REPORT',
  'CREATE_GROUP',
  'MOVE_NAMED_GROUP',
  'WRITE_SECTION',
  'RESTORE_SECTION',
  'ACCEPT_PROPOSAL',
  'DECLINE_PROPOSAL',
  'DELETE_POST',
  'DELETE_COMMENT',
  'DELETE_REVIEW',
  'APPROVE_ITEM',
  'DISAPPROVE_ITEM',
  'DELETE_ITEM',
  'CREATE_CATEGORY',
  'REFUND_LINE',
  'ACCEPT_PAYMENT',
  'REFUND_PAYMENT',
  'RETRY_ORDER',
  'SETTLE_REFUND',
  'DECIDE_DISPUTE',
  'RETRY_PAYOUT',
  'VIEW_ANALYTICS',
])
export type AuditAction = z.output<typeof AuditAction>

export const AuditSubject = z.enum([
  'group',
  'report',
  'proposal',
  'post',
  'comment',
  'review',
  'item',
  'category',
  'order',
  'dispute',
])
export type AuditSubject = z.output<typeof AuditSubject>

export const AuditLine = z
  .object({
    id: Id,
    actorId: Id.nullable().meta({ description: 'Null for the owner, on the command line of the server.' }),
    actorUsername: z
      .string()
      .nullable()
      .meta({ description: 'Null if the member has been erased, like `username`.' }),
    userId: Id.nullable(),
    username: z.string().nullable(),
    action: AuditAction,
    reason: z.string().nullable(),
    detail: z.string().nullable().meta({
      description: 'Details of the action, such as the length of a suspension or the name of a section.',
    }),
    targetType: AuditSubject.nullable(),
    targetId: Id.nullable(),
    createdDate: Time,
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.output<typeof AuditLine>

export const AuditQuery = PageQuery.extend({
  actorId: IdInPath.optional(),
  userId: IdInPath.optional(),
  action: AuditAction.optional(),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const listAudit = endpoint({
  method: 'GET',
  path: '/user/admin/audit',
  access: 'superadmin',
  summary: 'List the actions of staff and moderators, newest first. The log cannot be changed',
  query: AuditQuery,
  reply: paged(AuditLine),
})

export const maxQueueCount = 1000
const Waiting = z.int().meta({ description: `Counted up to ${maxQueueCount}.` })

export const Queues = z
  .object({
    cases: Waiting.meta({
      description: 'Members and content with open reports, without those about the caller.',
    }),
    items: Waiting,
    proposals: Waiting,
    held: Waiting.meta({ description: 'Payments that do not match their order.' }),
    disputes: Waiting,
    refunds: Waiting.meta({ description: 'Refunds that failed.' }),
    named: Waiting.meta({ description: 'Peoples that members named because they are not listed.' }),
    appeals: Waiting.meta({ description: 'Always 0, because members cannot appeal yet.' }),
  })
  .meta({ id: 'Queues' })
export type Queues = z.output<typeof Queues>

export const countQueues = endpoint({
  method: 'GET',
  path: '/user/admin/queues',
  access: 'admin',
  summary: `Count what waits for staff, up to ${maxQueueCount} of each kind`,
  reply: Queues,
})
