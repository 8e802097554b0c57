import * as api from '@rootsquare/contract/analytics'
import type { SeriesQuery } from '@rootsquare/contract/analytics'
import type { Endpoint } from '@rootsquare/contract/endpoint'
import type { ById } from '@rootsquare/contract/fields'
import type { Metric } from '#api/db/analytics-tables.ts'
import type { Deps } from '#api/deps.ts'
import { rangeOf } from '#api/features/accounts/series.ts'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { countDays } from './count-days.ts'
import type { Asked } from './count-days.ts'
import { groupSeries } from './group-analytics.ts'
import { getUsership, userSeries } from './user-analytics.ts'

/** What the counts of the whole system lie under. */
const everything = 0

export function analyticsRoutes(house: House): void {
  serve(house, api.usership, ({ deps, viewer, params }) => getUsership(deps, viewer, params.id))
  ofUser(house, api.userFollowers, 'user.followers')
  ofUser(house, api.userFollows, 'user.follows')
  ofUser(house, api.userPosts, 'user.posts')
  ofUser(house, api.userGroupPosts, 'user.group-posts')
  ofUser(house, api.userGivenComments, 'user.given-comments')
  ofUser(house, api.userReceivedComments, 'user.received-comments')
  ofUser(house, api.userGivenLikes, 'user.given-likes')
  ofUser(house, api.userReceivedLikes, 'user.received-likes')
  ofUser(house, api.userLogins, 'user.logins')
  ofGroup(house, api.groupMembership, 'groups.membership')
  ofGroup(house, api.groupPosts, 'groups.posts')
  ofGroup(house, api.groupComments, 'groups.comments')
  ofGroup(house, api.groupLikes, 'groups.likes')
  ofSystem(house, api.systemSignups, 'system.signups')
  ofSystem(house, api.systemLogins, 'system.logins')
  ofSystem(house, api.systemPosts, 'system.posts')
  ofSystem(house, api.systemGroupMemberships, 'system.group-memberships')
  ofSystem(house, api.systemBans, 'system.bans')
  ofSystem(house, api.systemSuspensions, 'system.suspensions')
}

type Call<E extends Endpoint> = Endpoint & Pick<E, 'door' | 'query' | 'reply'>
type WithId<E extends Endpoint> = Call<E> & { params: typeof ById }

/** First of all: a range that cannot be is refused before anything is written down. */
const asked = ({ clock }: Deps, metric: Metric, query: SeriesQuery): Asked => ({
  metric,
  range: rangeOf(query, clock.now()),
})

function ofUser(house: House, call: WithId<typeof api.userFollowers>, metric: Metric): void {
  serve(house, call, async ({ deps, viewer, params, query }) =>
    userSeries(deps, viewer, params.id, asked(deps, metric, query)),
  )
}

function ofGroup(house: House, call: WithId<typeof api.groupPosts>, metric: Metric): void {
  serve(house, call, async ({ deps, viewer, params, query }) =>
    groupSeries(deps, viewer, params.id, asked(deps, metric, query)),
  )
}

function ofSystem(house: House, call: Call<typeof api.systemPosts>, metric: Metric): void {
  serve(house, call, async ({ deps, query }) => countDays(deps, everything, asked(deps, metric, query)))
}
