import * as api from '@rootsquare/contract/people'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { blockMember, listBlocked, unblockMember } from './blocks.ts'
import { followMember, unfollowMember } from './follow.ts'
import { listFollowers, listFollowing } from './follow-lists.ts'

export function peopleRoutes(house: House): void {
  serve(house, api.followMember, ({ deps, viewer, params }) => followMember(deps, viewer, params.id))
  serve(house, api.unfollowMember, ({ deps, viewer, params }) => unfollowMember(deps, viewer, params.id))
  serve(house, api.listFollowers, ({ db, viewer, query }) => listFollowers(db, viewer, query))
  serve(house, api.listFollowing, ({ db, viewer, query }) => listFollowing(db, viewer, query))
  serve(house, api.blockMember, ({ deps, viewer, params }) => blockMember(deps, viewer, params.id))
  serve(house, api.unblockMember, ({ deps, viewer, params }) => unblockMember(deps, viewer, params.id))
  serve(house, api.listBlocked, ({ db, viewer, query }) => listBlocked(db, viewer, query))
}
