import { z } from 'zod'
import { endpoint } from './lib/endpoint.ts'
import { ById, Id, Time } from './lib/fields.ts'

const granularities = ['daily', 'weekly', 'monthly'] as const

/** Dates in Lagos time. Without any of them the range is the last month up to today. */
const Day = z.iso.date('A day, such as 2026-01-31.')

export const maxDays = 1827

export const SeriesQuery = z.object({
  startDate: Day.optional(),
  endDate: Day.optional(),
  granularity: z.enum(granularities, 'One of daily, weekly and monthly.').default('daily'),
})
export type SeriesQuery = z.output<typeof SeriesQuery>

export const Series = z
  .object({
    total: z.number(),
    growthRate: z.number().meta({
      description: 'Percent against the range of the same length just before, with 2 decimals.',
    }),
    average: z.number().meta({ description: 'A day, with 1 decimal.' }),
    trend: z.array(z.object({ date: z.iso.date(), value: z.number() })),
  })
  .meta({ id: 'Series' })
export type Series = z.output<typeof Series>

export const Usership = z
  .object({
    signUpDate: Time,
    userId: Id,
    usershipDurationDays: z.number().meta({ description: 'Days of Lagos since then; 0 on the first one.' }),
  })
  .meta({ id: 'Usership' })
export type Usership = z.output<typeof Usership>

// About one member: for that member and for admins.

const ofUser = { method: 'GET', access: 'member' } as const

export const usership = endpoint({
  ...ofUser,
  path: '/user/:id/usership',
  summary: 'Since when somebody is a member',
  params: ById,
  reply: Usership,
})
export const userFollowers = endpoint({
  ...ofUser,
  path: '/user/:id/followers',
  summary: 'Who came to follow the member and still does',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const userFollows = endpoint({
  ...ofUser,
  path: '/user/:id/follows',
  summary: 'Whom the member came to follow and still does',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const userPosts = endpoint({
  ...ofUser,
  path: '/user/:id/posts',
  summary: 'The member’s posts, in groups or not',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const userGroupPosts = endpoint({
  ...ofUser,
  path: '/user/:id/group-posts',
  summary: 'The member’s posts in groups',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const userGivenComments = endpoint({
  ...ofUser,
  path: '/user/:id/given-comments',
  summary: 'Comments the member wrote',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const userReceivedComments = endpoint({
  ...ofUser,
  path: '/user/:id/received-comments',
  summary: 'Comments on the member’s posts',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const userGivenLikes = endpoint({
  ...ofUser,
  path: '/user/:id/given-likes',
  summary: 'Likes the member gave',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const userReceivedLikes = endpoint({
  ...ofUser,
  path: '/user/:id/received-likes',
  summary: 'Likes on the member’s posts',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const userLogins = endpoint({
  ...ofUser,
  path: '/user/:id/logins',
  summary: 'How often the member logged in',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})

// About one group: for its moderators and for admins. The handler checks this.

const ofGroup = { method: 'GET', access: 'member', mayLag: true } as const

export const groupMembership = endpoint({
  ...ofGroup,
  path: '/groups/:id/membership',
  summary: 'Who came to the group and is still there',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const groupPosts = endpoint({
  ...ofGroup,
  path: '/groups/:id/posts',
  summary: 'Posts in the group',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const groupComments = endpoint({
  ...ofGroup,
  path: '/groups/:id/comments',
  summary: 'Comments on posts in the group',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})
export const groupLikes = endpoint({
  ...ofGroup,
  path: '/groups/:id/likes',
  summary: 'Likes on posts in the group',
  params: ById,
  query: SeriesQuery,
  reply: Series,
})

// About the whole system: for admins.

const ofSystem = { method: 'GET', access: 'admin', mayLag: true } as const

export const systemSignups = endpoint({
  ...ofSystem,
  path: '/system/signups',
  summary: 'Accounts that were made and still are',
  query: SeriesQuery,
  reply: Series,
})
export const systemLogins = endpoint({
  ...ofSystem,
  path: '/system/logins',
  summary: 'How often anybody logged in',
  query: SeriesQuery,
  reply: Series,
})
export const systemPosts = endpoint({
  ...ofSystem,
  path: '/system/posts',
  summary: 'Posts, in groups or not',
  query: SeriesQuery,
  reply: Series,
})
export const systemGroupMemberships = endpoint({
  ...ofSystem,
  path: '/system/group-memberships',
  summary: 'Who came to a group and is still there',
  query: SeriesQuery,
  reply: Series,
})
export const systemBans = endpoint({
  ...ofSystem,
  path: '/system/bans',
  summary: 'How often somebody was banned',
  query: SeriesQuery,
  reply: Series,
})
export const systemSuspensions = endpoint({
  ...ofSystem,
  path: '/system/suspensions',
  summary: 'How often somebody was suspended',
  query: SeriesQuery,
  reply: Series,
})
