import { z } from 'zod'
import { endpoint, getByMember } from './lib/endpoint.ts'
import { ById, Id, Time } from './lib/fields.ts'

const granularities = ['daily', 'weekly', 'monthly'] as const

/** Days are in Lagos time. Without any of them the range is the last month up to today. */
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
      description: 'The change in percent from the previous range of the same length, with 2 decimals.',
    }),
    average: z.number().meta({ description: 'The average per day, with 1 decimal.' }),
    trend: z.array(z.object({ date: z.iso.date(), value: z.number() })),
  })
  .meta({ id: 'Series' })
export type Series = z.output<typeof Series>

export const Usership = z
  .object({
    signUpDate: Time,
    userId: Id,
    usershipDurationDays: z
      .number()
      .meta({ description: 'Days since then in Lagos time. 0 on the first day.' }),
  })
  .meta({ id: 'Usership' })
export type Usership = z.output<typeof Usership>

// These endpoints are about one member. The handlers admit that member and admins.

export const getUsership = endpoint({
  ...getByMember,
  path: '/user/:id/usership',
  summary: 'Get when a member signed up and how many days ago. Only the member and admins',
  params: ById,
  reply: Usership,
})

const userSeries = (path: `/user/${string}`, summary: string) =>
  endpoint({
    ...getByMember,
    path,
    summary: `${summary}. Only the member and admins`,
    params: ById,
    query: SeriesQuery,
    reply: Series,
  })

export const userFollowers = userSeries(
  '/user/:id/followers',
  'Count a member’s new followers over time, without those who have unfollowed',
)
export const userFollows = userSeries(
  '/user/:id/follows',
  'Count the members that a member followed over time, without those unfollowed since',
)
export const userPosts = userSeries(
  '/user/:id/posts',
  'Count a member’s posts over time, in groups and elsewhere',
)
export const userGroupPosts = userSeries(
  '/user/:id/group-posts',
  'Count a member’s posts in groups over time',
)
export const userGivenComments = userSeries(
  '/user/:id/given-comments',
  'Count the comments that a member wrote over time',
)
export const userReceivedComments = userSeries(
  '/user/:id/received-comments',
  'Count the comments on a member’s posts over time',
)
export const userGivenLikes = userSeries(
  '/user/:id/given-likes',
  'Count the likes that a member gave over time',
)
export const userReceivedLikes = userSeries(
  '/user/:id/received-likes',
  'Count the likes on a member’s posts over time',
)
export const userLogins = userSeries('/user/:id/logins', 'Count a member’s log-ins over time')

// These endpoints are about one group. The handlers admit its moderators and admins.

const groupSeries = (path: `/groups/${string}`, summary: string) =>
  endpoint({
    ...getByMember,
    path,
    summary: `${summary}. Only its moderators and admins`,
    params: ById,
    query: SeriesQuery,
    reply: Series,
  })

export const groupMembership = groupSeries(
  '/groups/:id/membership',
  'Count the members who joined a group over time, without those who have left',
)
export const groupPosts = groupSeries('/groups/:id/posts', 'Count the posts in a group over time')
export const groupComments = groupSeries(
  '/groups/:id/comments',
  'Count the comments on posts in a group over time',
)
export const groupLikes = groupSeries('/groups/:id/likes', 'Count the likes on posts in a group over time')

// These endpoints are about the whole system. Only admins may call them.

const systemSeries = (path: `/system/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'admin',
    summary,
    query: SeriesQuery,
    reply: Series,
  })

export const systemSignups = systemSeries(
  '/system/signups',
  'Count the accounts created over time, without those erased since',
)
export const systemLogins = systemSeries('/system/logins', 'Count all log-ins over time')
export const systemPosts = systemSeries('/system/posts', 'Count all posts over time, in groups and elsewhere')
export const systemGroupMemberships = systemSeries(
  '/system/group-memberships',
  'Count the group memberships begun over time, without those ended since',
)
export const systemBans = systemSeries('/system/bans', 'Count the bans over time')
export const systemSuspensions = systemSeries('/system/suspensions', 'Count the suspensions over time')
