import * as api from '@rootsquare/contract/groups'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { getGroup, listGroups } from './groups.ts'
import { listMemberGroups } from './member-groups.ts'

export function groupRoutes(house: House): void {
  serve(house, api.listGroups, ({ db, query }) => listGroups(db, query))
  serve(house, api.getGroup, ({ db, params }) => getGroup(db, params.id))
  serve(house, api.listMemberGroups, ({ db, viewer, query }) => listMemberGroups(db, viewer, query))
}
