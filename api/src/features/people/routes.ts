import * as api from '@rootsquare/contract/people'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { blockMember, listBlocked, unblockMember } from './blocks.ts'
import { followMember, unfollowMember } from './follow.ts'
import { listFollowers, listFollowing } from './follow-lists.ts'
import { suggestMembers } from './suggestions.ts'

export function peopleRoutes(app: RouteContext): void {
  serve(app, api.followMember, { checksSession: true }, ({ deps, viewer, params }) =>
    followMember(deps, viewer, params.id),
  )
  serve(app, api.unfollowMember, { checksSession: true }, ({ deps, viewer, params }) =>
    unfollowMember(deps, viewer, params.id),
  )
  serve(app, api.listFollowers, { mayLag: 'others' }, ({ db, viewer, query }) =>
    listFollowers(db, viewer, query),
  )
  serve(app, api.listFollowing, { mayLag: 'others' }, ({ db, viewer, query }) =>
    listFollowing(db, viewer, query),
  )
  serve(app, api.suggestMembers, { mayLag: true, shed: 'first' }, ({ db, deps, viewer }) =>
    suggestMembers(db, viewer, deps.clock.now()),
  )
  serve(app, api.blockMember, ({ deps, viewer, params }) => blockMember(deps, viewer, params.id))
  serve(app, api.unblockMember, ({ deps, viewer, params }) => unblockMember(deps, viewer, params.id))
  serve(app, api.listBlocked, ({ db, viewer, query }) => listBlocked(db, viewer, query))
}
