import * as api from '@rootsquare/contract/analytics'
import type { SeriesQuery } from '@rootsquare/contract/analytics'
import type { Callable, Endpoint } from '@rootsquare/contract/lib/endpoint'
import type { ById } from '@rootsquare/contract/lib/fields'
import type { Metric } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { rangeOf } from '#api/domain/time-series.ts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { countDays, type SeriesRequest } from './count-days.ts'
import { getUsership, groupSeries, userSeries } from './series.ts'

/** The subject of the counts for the whole system. */
const wholeSystem = 0

export function analyticsRoutes(app: RouteContext): void {
  serve(app, api.getUsership, ({ deps, viewer, params }) => getUsership(deps, viewer, params.id))
  ofUser(app, api.userFollowers, 'user.followers')
  ofUser(app, api.userFollows, 'user.follows')
  ofUser(app, api.userPosts, 'user.posts')
  ofUser(app, api.userGroupPosts, 'user.group-posts')
  ofUser(app, api.userGivenComments, 'user.given-comments')
  ofUser(app, api.userReceivedComments, 'user.received-comments')
  ofUser(app, api.userGivenLikes, 'user.given-likes')
  ofUser(app, api.userReceivedLikes, 'user.received-likes')
  ofUser(app, api.userLogins, 'user.logins')
  ofGroup(app, api.groupMembership, 'groups.membership')
  ofGroup(app, api.groupPosts, 'groups.posts')
  ofGroup(app, api.groupComments, 'groups.comments')
  ofGroup(app, api.groupLikes, 'groups.likes')
  ofSystem(app, api.systemSignups, 'system.signups')
  ofSystem(app, api.systemLogins, 'system.logins')
  ofSystem(app, api.systemPosts, 'system.posts')
  ofSystem(app, api.systemGroupMemberships, 'system.group-memberships')
  ofSystem(app, api.systemBans, 'system.bans')
  ofSystem(app, api.systemSuspensions, 'system.suspensions')
}

type Series = Endpoint & { query: typeof SeriesQuery; reply: typeof api.Series }
type SeriesOfOne = Series & { params: typeof ById }

/** Checks the range first, so that an invalid one is rejected before anything is written. */
const seriesRequest = ({ clock }: Deps, metric: Metric, query: SeriesQuery): SeriesRequest => ({
  metric,
  range: rangeOf(query, clock.now()),
})

function ofUser(app: RouteContext, call: Callable<SeriesOfOne & { access: 'member' }>, metric: Metric): void {
  serve(app, call, async ({ deps, viewer, params, query }) =>
    userSeries(deps, viewer, params.id, seriesRequest(deps, metric, query)),
  )
}

function ofGroup(
  app: RouteContext,
  call: Callable<SeriesOfOne & { access: 'member' }>,
  metric: Metric,
): void {
  serve(app, call, { mayLag: true }, async ({ deps, viewer, params, query }) =>
    groupSeries(deps, viewer, params.id, seriesRequest(deps, metric, query)),
  )
}

function ofSystem(app: RouteContext, call: Callable<Series & { access: 'admin' }>, metric: Metric): void {
  serve(app, call, { mayLag: true }, async ({ deps, query }) =>
    countDays(deps, wholeSystem, seriesRequest(deps, metric, query)),
  )
}
