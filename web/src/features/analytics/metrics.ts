import {
  groupComments,
  groupLikes,
  groupMembership,
  groupPosts,
  systemBans,
  systemGroupMemberships,
  systemLogins,
  systemPosts,
  systemSignups,
  systemSuspensions,
  userFollowers,
  userFollows,
  userGivenComments,
  userGivenLikes,
  userGroupPosts,
  userLogins,
  userPosts,
  userReceivedComments,
  userReceivedLikes,
} from '@rootsquare/contract/analytics'
import type { Series } from '@rootsquare/contract/analytics'
import type { Endpoint } from '@rootsquare/contract/endpoint'
import type { queryOf } from '#web/features/analytics/range-search.ts'
import { call } from '#web/lib/net/call.ts'

type SeriesCall = { query: ReturnType<typeof queryOf>; signal: AbortSignal }

/** What the figures are about; the system has the id 0. */
export type Subject = { kind: 'user' | 'group' | 'system'; id: number }

export type Metric = {
  title: string
  load: (id: number, options: SeriesCall) => Promise<{ data: Series }>
  /** A rise is shown as bad. */
  rise?: 'bad'
  /** Only the last bars have a date below them. */
  labelLast?: number
  /** Only the last bars are shown. */
  showLast?: number
}

type Like<E extends Endpoint> = Omit<E, 'path' | 'summary' | 'access'> &
  Pick<Endpoint, 'path' | 'summary' | 'access'>
type OfOne = Like<typeof userFollowers>
type OfAll = Like<typeof systemSignups>

const ofOne =
  (endpoint: OfOne): Metric['load'] =>
  (id, options) =>
    call(endpoint, { params: { id }, ...options })
const ofAll =
  (endpoint: OfAll): Metric['load'] =>
  (_, options) =>
    call(endpoint, options)

export const userMetrics: Metric[] = [
  { title: 'Followers', load: ofOne(userFollowers) },
  { title: 'Following', load: ofOne(userFollows) },
  { title: 'Posts', load: ofOne(userPosts) },
  { title: 'Comments', load: ofOne(userGivenComments) },
  { title: 'Likes Given', load: ofOne(userGivenLikes) },
  { title: 'Likes Received', load: ofOne(userReceivedLikes) },
  { title: 'Group Posts Activity', load: ofOne(userGroupPosts), labelLast: 5 },
  { title: 'Received Comments', load: ofOne(userReceivedComments), labelLast: 5 },
  { title: 'Login Activity by Date', load: ofOne(userLogins), showLast: 14 },
]

/** Shown first, in large figures. */
export const userStats = ['Followers', 'Following', 'Posts', 'Likes Received']

export const groupMetrics: Metric[] = [
  { title: 'Membership Growth', load: ofOne(groupMembership) },
  { title: 'Group Posts Activity', load: ofOne(groupPosts), labelLast: 10 },
  { title: 'Comments Activity', load: ofOne(groupComments) },
  { title: 'Post Likes Activity', load: ofOne(groupLikes) },
]

export const systemMetrics: Metric[] = [
  { title: 'Signups', load: ofAll(systemSignups) },
  { title: 'Logins', load: ofAll(systemLogins) },
  { title: 'Posts', load: ofAll(systemPosts) },
  { title: 'Group Memberships', load: ofAll(systemGroupMemberships) },
  { title: 'Bans', load: ofAll(systemBans), rise: 'bad' },
  { title: 'Suspensions', load: ofAll(systemSuspensions), rise: 'bad' },
]
