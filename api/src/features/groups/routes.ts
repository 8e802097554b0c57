import * as api from '@rootsquare/contract/groups'
import * as named from '@rootsquare/contract/named-groups'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { createGroup } from '#api/features/groups/list/create-group.ts'
import { listGroupMembers } from '#api/features/groups/membership/group-members.ts'
import { getGroup, listGroups } from '#api/features/groups/list/groups.ts'
import { leaveGroup, joinGroup } from '#api/features/groups/membership/join.ts'
import { listMemberGroups } from '#api/features/groups/membership/member-groups.ts'
import { removeModerator, makeModerator } from '#api/features/groups/membership/moderators.ts'
import { getMembership } from '#api/features/groups/membership/get-membership.ts'
import { listNamedGroups } from '#api/features/groups/named/named-groups.ts'
import { moveNamedGroup } from '#api/features/groups/named/move-named-group.ts'
import { suggestGroups } from '#api/features/groups/membership/suggestions.ts'

export function groupRoutes(app: RouteContext): void {
  serve(app, api.listGroups, { mayLag: true }, ({ deps, query }) => listGroups(deps, query))
  serve(app, api.getGroup, { mayLag: true }, ({ db, params }) => getGroup(db, params.id))
  serve(app, api.listMemberGroups, { mayLag: 'others' }, ({ db, viewer, query }) =>
    listMemberGroups(db, viewer, query),
  )
  serve(app, api.suggestGroups, { mayLag: true, shed: 'first' }, ({ db, viewer }) =>
    suggestGroups(db, viewer),
  )
  serve(app, api.createGroup, ({ deps, viewer, body }) => createGroup(deps, viewer, body))
  serve(app, api.joinGroup, { checksSession: true }, ({ deps, viewer, params }) =>
    joinGroup(deps, viewer, params.id),
  )
  serve(app, api.leaveGroup, { checksSession: true }, ({ deps, viewer, params }) =>
    leaveGroup(deps, viewer, params.id),
  )
  serve(app, api.getMembership, ({ db, viewer, params }) => getMembership(db, viewer, params.id))
  serve(app, api.listGroupMembers, { mayLag: true }, ({ db, viewer, params, query }) =>
    listGroupMembers(db, viewer, params.id, query),
  )
  serve(app, api.makeModerator, ({ deps, viewer, body }) => makeModerator(deps, viewer, body))
  serve(app, api.removeModerator, ({ deps, viewer, params }) => removeModerator(deps, viewer, params))
  serve(app, named.listNamedGroups, ({ db, query }) => listNamedGroups(db, query))
  serve(app, named.moveNamedGroup, ({ deps, viewer, params, body }) =>
    moveNamedGroup(deps, viewer, params.id, body.groupId),
  )
}
