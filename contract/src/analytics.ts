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

export const usership = endpoint({
  method: 'GET',
  access: 'member',
  path: '/user/:id/usership',
  summary: 'Since when somebody is a member',
  params: ById,
  reply: Usership,
})

const userSeries = (path: `/user/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'member',
    summary,
    params: ById,
    query: SeriesQuery,
    reply: Series,
  })

export const userFollowers = userSeries('/user/:id/followers', 'Who came to follow the member and still does')
export const userFollows = userSeries('/user/:id/follows', 'Whom the member came to follow and still does')
export const userPosts = userSeries('/user/:id/posts', 'The member’s posts, in groups or not')
export const userGroupPosts = userSeries('/user/:id/group-posts', 'The member’s posts in groups')
export const userGivenComments = userSeries('/user/:id/given-comments', 'Comments the member wrote')
export const userReceivedComments = userSeries(
  '/user/:id/received-comments',
  'Comments on the member’s posts',
)
export const userGivenLikes = userSeries('/user/:id/given-likes', 'Likes the member gave')
export const userReceivedLikes = userSeries('/user/:id/received-likes', 'Likes on the member’s posts')
export const userLogins = userSeries('/user/:id/logins', 'How often the member logged in')

// About one group: for its moderators and for admins. The handler checks this.

const groupSeries = (path: `/groups/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'member',
    mayLag: true,
    summary,
    params: ById,
    query: SeriesQuery,
    reply: Series,
  })

export const groupMembership = groupSeries(
  '/groups/:id/membership',
  'Who came to the group and is still there',
)
export const groupPosts = groupSeries('/groups/:id/posts', 'Posts in the group')
export const groupComments = groupSeries('/groups/:id/comments', 'Comments on posts in the group')
export const groupLikes = groupSeries('/groups/:id/likes', 'Likes on posts in the group')

// About the whole system: for admins.

const systemSeries = (path: `/system/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'admin',
    mayLag: true,
    summary,
    query: SeriesQuery,
    reply: Series,
  })

export const systemSignups = systemSeries('/system/signups', 'Accounts that were made and still are')
export const systemLogins = systemSeries('/system/logins', 'How often anybody logged in')
export const systemPosts = systemSeries('/system/posts', 'Posts, in groups or not')
export const systemGroupMemberships = systemSeries(
  '/system/group-memberships',
  'Who came to a group and is still there',
)
export const systemBans = systemSeries('/system/bans', 'How often somebody was banned')
export const systemSuspensions = systemSeries('/system/suspensions', 'How often somebody was suspended')
