import * as api from '@rootsquare/contract/analytics'
import type { Series } from '@rootsquare/contract/analytics'
import type { Callable, Endpoint } from '@rootsquare/contract/lib/endpoint'
import type { ById } from '@rootsquare/contract/lib/fields'
import type { seriesQueryOf } from '#web/features/analytics/range-search.ts'
import { call } from '#web/lib/net/call.ts'

type SeriesCall = { query: ReturnType<typeof seriesQueryOf>; signal: AbortSignal }

/** The member, group or system that the figures describe; the system has the id 0. */
export type AnalyticsSubject = { kind: 'user' | 'group' | 'system'; id: number }

export type Metric = {
  title: string
  load: (id: number, options: SeriesCall) => Promise<{ data: Series }>
  /** Set if a rise is bad. */
  rise?: 'bad'
  /** The number of bars, counted from the last, that have a date below them. */
  labelLast?: number
  /** The number of bars, counted from the last, that are shown. */
  showLast?: number
}

type OfAll = Pick<Endpoint, 'method' | 'path' | 'access' | 'summary'> & {
  query: typeof api.SeriesQuery
  reply: typeof api.Series
}
type OfOne = OfAll & { params: typeof ById }

const ofOne =
  (endpoint: Callable<OfOne>): Metric['load'] =>
  (id, options) =>
    call(endpoint, { params: { id }, ...options })
const ofAll =
  (endpoint: Callable<OfAll>): Metric['load'] =>
  (_, options) =>
    call(endpoint, options)

export const userMetrics: Metric[] = [
  { title: 'Followers', load: ofOne(api.userFollowers) },
  { title: 'Following', load: ofOne(api.userFollows) },
  { title: 'Posts', load: ofOne(api.userPosts) },
  { title: 'Comments', load: ofOne(api.userGivenComments) },
  { title: 'Likes Given', load: ofOne(api.userGivenLikes) },
  { title: 'Likes Received', load: ofOne(api.userReceivedLikes) },
  { title: 'Group Posts Activity', load: ofOne(api.userGroupPosts), labelLast: 5 },
  { title: 'Received Comments', load: ofOne(api.userReceivedComments), labelLast: 5 },
  { title: 'Login Activity by Date', load: ofOne(api.userLogins), showLast: 14 },
]

/** The metrics that are shown first, in large figures. */
export const userStats = ['Followers', 'Following', 'Posts', 'Likes Received']

export const groupMetrics: Metric[] = [
  { title: 'Membership Growth', load: ofOne(api.groupMembership) },
  { title: 'Group Posts Activity', load: ofOne(api.groupPosts), labelLast: 10 },
  { title: 'Comments Activity', load: ofOne(api.groupComments) },
  { title: 'Post Likes Activity', load: ofOne(api.groupLikes) },
]

export const systemMetrics: Metric[] = [
  { title: 'Signups', load: ofAll(api.systemSignups) },
  { title: 'Logins', load: ofAll(api.systemLogins) },
  { title: 'Posts', load: ofAll(api.systemPosts) },
  { title: 'Group Memberships', load: ofAll(api.systemGroupMemberships) },
  { title: 'Bans', load: ofAll(api.systemBans), rise: 'bad' },
  { title: 'Suspensions', load: ofAll(api.systemSuspensions), rise: 'bad' },
]
