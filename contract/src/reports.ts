import { z } from 'zod'
import { endpoint } from './lib/endpoint.ts'
import { ById, Id, IdInPath, isVisible, text, Time } from './lib/fields.ts'
import { maxSearchResults, paged, PageQuery } from './lib/paged.ts'
import { UserStatus } from './lib/roles.ts'

export const reportReasonLength = 500
export const reportThanks = 'Thank you. The report is with the moderators.'

const targets = ['postId', 'commentId', 'chatId', 'itemId', 'reportedUserId', 'reviewId'] as const

const blank = 'Please enter a reason for reporting.'

/** The target of a report and its reason. Exactly one of the targets is set. */
export const NewReport = z
  .object({
    eventType: z.literal('REPORT'),
    postId: Id.nullish(),
    commentId: Id.nullish(),
    reportedUserId: Id.nullish(),
    chatId: Id.nullish(),
    itemId: Id.nullish(),
    reviewId: Id.nullish(),
    reason: z
      .string(blank)
      .trim()
      .refine(isVisible, blank)
      .pipe(text(reportReasonLength))
      .meta({ minLength: 1, maxLength: reportReasonLength }),
  })
  .refine((body) => targets.filter((target) => body[target] != null).length === 1, {
    path: ['postId'],
    error: 'Please say what is reported.',
  })
export type NewReport = z.output<typeof NewReport>

export const reportTargets = ['post', 'comment', 'chat', 'item', 'user', 'review'] as const
export const ReportTarget = z.enum(reportTargets)
export type ReportTarget = z.output<typeof ReportTarget>

export const Report = z
  .object({
    id: Id,
    targetType: ReportTarget,
    targetId: Id,
    postId: Id.nullable().meta({ description: 'Null where no post is reported.' }),
    userId: Id.meta({ description: 'Whose it is.' }),
    username: z.string(),
    reporterId: Id,
    createdBy: z.string().meta({ description: 'The reporter’s username.' }),
    reason: z.string(),
    addressed: z.boolean(),
    createdDate: Time,
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof Report>

/** A copy of the reported content from the time of the report. The fields depend on the kind of target. */
export const Snapshot = z
  .object({
    username: z.string(),
    caption: z.string(),
    location: z.string().nullable(),
    media: z.array(z.object({ url: z.string(), alt: z.string().nullable() })),
    text: z.string(),
    postId: Id.nullable(),
    createdDate: Time,
    firstname: z.string(),
    lastname: z.string(),
    bio: z.string().nullable(),
    name: z.string(),
    description: z.string(),
    price: z.number(),
    imageUrl: z.string().nullable(),
    rating: z.int(),
    itemId: Id,
  })
  .partial()
export type Snapshot = z.output<typeof Snapshot>

/** A report as staff and group moderators see it. */
export const ReportRecord = Report.extend({
  reporterId: Id.nullable().meta({ description: 'Null when the reporter is erased.' }),
  createdBy: z.string().nullable(),
  reporterEmail: z.string().nullable().meta({ description: 'Null for group moderators.' }),
  reporterProfileImage: z.string().nullable(),
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
  snapshot: Snapshot,
  userStatus: UserStatus.nullable().meta({ description: 'Null for group moderators.' }),
  suspendedUntil: Time.nullable().meta({
    description: 'Null unless suspended now, and for group moderators.',
  }),
  addressedBy: z.string().nullable(),
  addressedDate: Time.nullable(),
  can: z.object({
    resolve: z.boolean(),
    remove: z.boolean().meta({ description: 'A post, comment or item that is still there.' }),
    suspend: z.boolean(),
    ban: z.boolean(),
  }),
}).meta({ id: 'ReportRecord' })
export type ReportRecord = z.output<typeof ReportRecord>

export const ReportsQuery = PageQuery.extend({
  reportId: IdInPath.optional().meta({ description: 'This one alone.' }),
  postReporter: IdInPath.optional().meta({ description: 'Who reported.' }),
  userId: IdInPath.optional().meta({ description: 'Whose it is.' }),
  groupId: IdInPath.optional(),
  search: text(100, 0).optional(),
  state: z.enum(['open', 'addressed']).optional(),
  targetType: ReportTarget.optional(),
})
export type ReportsQuery = z.output<typeof ReportsQuery>

export const listReports = endpoint({
  method: 'GET',
  path: '/messaging/reported/post',
  access: 'moderator',
  summary: `Reports, the newest first, but those about oneself. Moderators: on posts and comments in their groups, without addresses. A search tells of the newest ${maxSearchResults}`,
  query: ReportsQuery,
  reply: paged(ReportRecord),
})

export const resolveReport = endpoint({
  method: 'PATCH',
  path: '/messaging/resolve/post/:id',
  access: 'moderator',
  summary: 'Say that a report has been looked after; its reporter is told. Twice: 409',
  params: ById,
  reply: ReportRecord,
  message: 'The report is resolved. Its reporter has been told.',
})
