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

type Given = { query: ReturnType<typeof queryOf>; signal: AbortSignal }

/** Whom or what the figures are of; the whole system goes by 0. */
export type Subject = { kind: 'user' | 'group' | 'system'; id: number }

export type Metric = {
  title: string
  ask: (id: number, given: Given) => Promise<{ data: Series }>
  /** More of it is no good news. */
  rise?: 'bad'
  /** Only so many bars at the end are named. */
  labelLast?: number
  /** Only so many bars at the end are shown. */
  showLast?: number
}

/** What they all have in common. */
type Like<E extends Endpoint> = Omit<E, 'path' | 'summary' | 'access'> &
  Pick<Endpoint, 'path' | 'summary' | 'access'>
type OfOne = Like<typeof userFollowers>
type OfAll = Like<typeof systemSignups>

const ofOne =
  (endpoint: OfOne): Metric['ask'] =>
  (id, given) =>
    call(endpoint, { params: { id }, ...given })
const ofAll =
  (endpoint: OfAll): Metric['ask'] =>
  (_, given) =>
    call(endpoint, given)

export const userMetrics: Metric[] = [
  { title: 'Followers', ask: ofOne(userFollowers) },
  { title: 'Following', ask: ofOne(userFollows) },
  { title: 'Posts', ask: ofOne(userPosts) },
  { title: 'Comments', ask: ofOne(userGivenComments) },
  { title: 'Likes Given', ask: ofOne(userGivenLikes) },
  { title: 'Likes Received', ask: ofOne(userReceivedLikes) },
  { title: 'Group Posts Activity', ask: ofOne(userGroupPosts), labelLast: 5 },
  { title: 'Received Comments', ask: ofOne(userReceivedComments), labelLast: 5 },
  { title: 'Login Activity by Date', ask: ofOne(userLogins), showLast: 14 },
]

/** Told first, in large figures. */
export const userStats = ['Followers', 'Following', 'Posts', 'Likes Received']

export const groupMetrics: Metric[] = [
  { title: 'Membership Growth', ask: ofOne(groupMembership) },
  { title: 'Group Posts Activity', ask: ofOne(groupPosts), labelLast: 10 },
  { title: 'Comments Activity', ask: ofOne(groupComments) },
  { title: 'Post Likes Activity', ask: ofOne(groupLikes) },
]

export const systemMetrics: Metric[] = [
  { title: 'Signups', ask: ofAll(systemSignups) },
  { title: 'Logins', ask: ofAll(systemLogins) },
  { title: 'Posts', ask: ofAll(systemPosts) },
  { title: 'Group Memberships', ask: ofAll(systemGroupMemberships) },
  { title: 'Bans', ask: ofAll(systemBans), rise: 'bad' },
  { title: 'Suspensions', ask: ofAll(systemSuspensions), rise: 'bad' },
]
