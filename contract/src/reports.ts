import { z } from 'zod'
import { endpoint } from './lib/endpoint.ts'
import { ById, Id, IdInPath, reasonText, text, Time } from './lib/fields.ts'
import { maxSearchResults, paged, PageQuery } from './lib/paged.ts'
import { UserStatus } from './lib/roles.ts'

export const reportReasonLength = 500
export const reportThanks = 'Thank you. The report is with the moderators.'

export const reportTargets = ['post', 'comment', 'chat', 'item', 'user', 'review'] as const
export const ReportTarget = z.enum(reportTargets)
export type ReportTarget = z.output<typeof ReportTarget>

/** The field of a new report that contains the id of its target. */
export const reportIdFields = {
  post: 'postId',
  comment: 'commentId',
  user: 'reportedUserId',
  chat: 'chatId',
  item: 'itemId',
  review: 'reviewId',
} as const satisfies Record<ReportTarget, string>

/** The id of the target of a report, and the reason. Exactly one of the ids is set. */
export const NewReport = z
  .object({
    eventType: z.literal('REPORT'),
    // Here and not in a constant of its own, which the browser would load with all of zod.
    ...({
      postId: Id.nullish(),
      commentId: Id.nullish(),
      reportedUserId: Id.nullish(),
      chatId: Id.nullish(),
      itemId: Id.nullish(),
      reviewId: Id.nullish(),
    } satisfies Record<(typeof reportIdFields)[ReportTarget], z.ZodType>),
    reason: reasonText(reportReasonLength, 'Please enter a reason for reporting.'),
  })
  .refine((body) => reportTargets.filter((target) => body[reportIdFields[target]] != null).length === 1, {
    path: ['postId'],
    error: 'Please say what is reported.',
  })
export type NewReport = z.output<typeof NewReport>

export const Report = z
  .object({
    id: Id,
    targetType: ReportTarget,
    targetId: Id,
    postId: Id.nullable().meta({ description: 'Null unless a post is reported.' }),
    userId: Id.meta({ description: 'The reported member, or the owner of the reported content.' }),
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

/** Staff and group moderators see reports in this shape. */
export const ReportRecord = Report.extend({
  reporterId: Id.nullable().meta({ description: 'Null if the reporter has been erased.' }),
  createdBy: z.string().nullable(),
  reporterEmail: z.string().nullable().meta({ description: 'Null for group moderators.' }),
  reporterProfileImage: z.string().nullable(),
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
  snapshot: Snapshot,
  userStatus: UserStatus.nullable().meta({ description: 'Null for group moderators.' }),
  suspendedUntil: Time.nullable().meta({
    description: 'Null unless the member is suspended now. Always null for group moderators.',
  }),
  addressedBy: z.string().nullable(),
  addressedDate: Time.nullable(),
  can: z.object({
    resolve: z.boolean(),
    remove: z
      .boolean()
      .meta({ description: 'Delete the reported post, comment or item, if it still exists.' }),
    suspend: z.boolean(),
    ban: z.boolean(),
  }),
}).meta({ id: 'ReportRecord' })
export type ReportRecord = z.output<typeof ReportRecord>

export const ReportsQuery = PageQuery.extend({
  reportId: IdInPath.optional().meta({ description: 'Selects only this report.' }),
  postReporter: IdInPath.optional().meta({ description: 'The member who reported.' }),
  userId: IdInPath.optional().meta({
    description: 'The reported member, or the owner of the reported content.',
  }),
  groupId: IdInPath.optional(),
  search: text(100, 0)
    .optional()
    .meta({ description: `Returns at most the newest ${maxSearchResults}.` }),
  state: z.enum(['open', 'addressed']).optional(),
  targetType: ReportTarget.optional(),
})
export type ReportsQuery = z.output<typeof ReportsQuery>

export const listReports = endpoint({
  method: 'GET',
  path: '/messaging/reported/post',
  access: 'moderator',
  summary:
    'List reports, newest first, except those about the caller. Moderators see posts and comments in their groups',
  query: ReportsQuery,
  reply: paged(ReportRecord),
})

export const resolveReport = endpoint({
  method: 'PATCH',
  path: '/messaging/resolve/post/:id',
  access: 'moderator',
  summary: 'Resolve a report and notify its reporter. 409 if already resolved',
  params: ById,
  reply: ReportRecord,
  message: 'The report is resolved. Its reporter has been told.',
})
