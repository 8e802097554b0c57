import { z } from 'zod'
import { Id, isVisible, text, Time } from './fields.ts'

export const reportReasonLength = 500
export const reportThanks = 'Thank you. The report is with the moderators.'

const targets = ['postId', 'commentId', 'chatId', 'reportedUserId'] as const

const blank = 'Please enter a reason for reporting.'

const NotYet = z
  .null('This cannot be reported yet.')
  .optional()
  .meta({ description: 'Cannot be reported yet.' })

/** What a member reports, and why: exactly one of the four. */
export const NewReport = z
  .object({
    eventType: z.literal('REPORT'),
    postId: Id.nullish(),
    commentId: Id.nullish(),
    reportedUserId: Id.nullish(),
    chatId: Id.nullish(),
    itemId: NotYet,
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

export const Report = z
  .object({
    id: Id,
    targetType: z.enum(['post', 'comment', 'user', 'chat']),
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
