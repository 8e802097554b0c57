import * as api from '@rootsquare/contract/groups'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { createGroup } from './create-group.ts'
import { listGroupMembers } from './group-members.ts'
import { getGroup, listGroups } from './groups.ts'
import { exitGroup, joinGroup } from './join.ts'
import { listMemberGroups } from './member-groups.ts'
import { endModerator, makeModerator } from './moderators.ts'
import { getStanding } from './standing.ts'

export function groupRoutes(house: House): void {
  serve(house, api.listGroups, ({ db, query }) => listGroups(db, query))
  serve(house, api.getGroup, ({ db, params }) => getGroup(db, params.id))
  serve(house, api.listMemberGroups, ({ db, viewer, query }) => listMemberGroups(db, viewer, query))
  serve(house, api.createGroup, ({ deps, viewer, body }) => createGroup(deps, viewer, body))
  serve(house, api.joinGroup, ({ deps, viewer, params }) => joinGroup(deps, viewer, params.id))
  serve(house, api.exitGroup, ({ deps, viewer, params }) => exitGroup(deps, viewer, params.id))
  serve(house, api.getStanding, ({ db, viewer, params }) => getStanding(db, viewer, params.id))
  serve(house, api.listGroupMembers, ({ db, viewer, params, query }) =>
    listGroupMembers(db, viewer, params.id, query),
  )
  serve(house, api.makeModerator, ({ deps, viewer, body }) => makeModerator(deps, viewer, body))
  serve(house, api.endModerator, ({ deps, viewer, params }) => endModerator(deps, viewer, params))
}
