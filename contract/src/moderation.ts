import { z } from 'zod'
import { NewMember } from './accounts.ts'
import { endpoint, Nothing } from './lib/endpoint.ts'
import { Id, inAddress, IdInPath, isVisible, text, Time } from './lib/fields.ts'
import { maxSearchResults, paged, PageQuery } from './lib/paged.ts'
import { Role, UserStatus } from './lib/roles.ts'

export const moderationReasonLength = 200
export const suspensionDays = [1, 3, 7, 14, 30] as const
export const adminLevel = { roleId: 2, userLevel: 3 } as const

const reason = (blank: string) =>
  z
    .string(blank)
    .trim()
    .refine(isVisible, blank)
    .pipe(text(moderationReasonLength))
    .meta({ minLength: 1, maxLength: moderationReasonLength })

const Days = z
  .union(
    suspensionDays.map((days) => z.literal(days)),
    'One of 1, 3, 7, 14 and 30.',
  )
  .meta({ description: 'One of 1, 3, 7, 14 and 30.' })

/** A member in the lists for admins. */
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
    suspendedUntil: Time.nullable().meta({ description: 'Null unless suspended now.' }),
    lockReason: z.string().nullable().meta({ description: 'Why they are banned, or suspended now.' }),
    createdDate: Time,
    can: z.object({ suspend: z.boolean(), unsuspend: z.boolean(), ban: z.boolean() }),
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.output<typeof AdminUser>

export const SuspendedUser = z
  .object({
    userId: Id,
    username: z.string(),
    suspenderUserName: z.string().nullable().meta({ description: 'Null when the admin is erased.' }),
    reasonForSuspension: z.string(),
    createdDate: z.int().meta({ description: 'Epoch milliseconds.' }),
    endDate: Time,
    can: z.object({ unsuspend: z.boolean() }),
  })
  .meta({ id: 'SuspendedUser' })
export type SuspendedUser = z.output<typeof SuspendedUser>

const SearchQuery = PageQuery.extend({ search: text(100, 0).optional() })
export type SearchQuery = z.output<typeof SearchQuery>

export const listUsers = endpoint({
  method: 'GET',
  path: '/user/admin/app/users',
  access: 'admin',
  summary: `All members, the newest first; sought by names and e-mail address, of which the newest ${maxSearchResults} are told`,
  query: SearchQuery,
  reply: paged(AdminUser),
})

export const listSuspended = endpoint({
  method: 'GET',
  path: '/user/admin/suspended-users',
  access: 'admin',
  summary: 'Running suspensions, the newest first',
  query: SearchQuery,
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
  summary: 'Make an admin, verified at once',
  body: NewAdmin,
  reply: AdminUser,
  message: 'Admin was created successfully',
})

export const suspendUser = endpoint({
  method: 'POST',
  path: '/user/admin/suspend-user',
  access: 'admin',
  summary:
    'Lock a member out for some days. All open reports on them are addressed, and their reporters told',
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
    'Lock a member out for good; twice: 409. All open reports on them are addressed, and their reporters told',
  query: z.object({ reasonForBan: reason('Please provide a reason for banning'), userId: IdInPath }),
  reply: Nothing,
  message: 'User has been banned',
})

export const unsuspendUser = endpoint({
  method: 'POST',
  path: '/user/admin/unsuspend-user',
  access: 'admin',
  summary: 'End a suspension before its time; whoever is not suspended: 409',
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
  'MAKE_MODERATOR',
  'END_MODERATOR',
  'RESOLVE_REPORT',
  'CREATE_GROUP',
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
    actorId: Id,
    actorUsername: z.string().nullable().meta({ description: 'Null when erased, as `username`.' }),
    userId: Id.nullable(),
    username: z.string().nullable(),
    action: AuditAction,
    reason: z.string().nullable(),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'How long a suspension is, which section was written.' }),
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
  summary: `What staff and moderators did, the newest first. Nobody can change it`,
  query: AuditQuery,
  reply: paged(AuditLine),
})

export const maxQueueCount = 1000
const Waiting = z.int().meta({ description: `At most ${maxQueueCount}.` })

export const Queues = z
  .object({
    cases: Waiting.meta({ description: 'Things with open reports, but those about oneself.' }),
    items: Waiting,
    proposals: Waiting,
    held: Waiting.meta({ description: 'Payments.' }),
    disputes: Waiting,
    refunds: Waiting.meta({ description: 'Those that failed.' }),
    appeals: Waiting.meta({ description: 'Always 0, because members cannot appeal yet.' }),
  })
  .meta({ id: 'Queues' })
export type Queues = z.output<typeof Queues>

export const countQueues = endpoint({
  method: 'GET',
  path: '/user/admin/queues',
  access: 'admin',
  summary: `How much waits for staff, counted up to ${maxQueueCount} of each kind`,
  reply: Queues,
})
