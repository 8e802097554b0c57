import { z } from 'zod'
import { MemberEntry } from './profiles.ts'
import { endpoint, getByMember, postByMember } from './lib/endpoint.ts'
import { ById, IdInPath } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'

const Following = z.object({ following: z.boolean() })
/** Without `userId` the list is the caller's own. */
export const OfMember = PageQuery.extend({ userId: IdInPath.optional() })
export type OfMember = z.output<typeof OfMember>

export const followMember = endpoint({
  ...postByMember,
  path: '/user/follow/:id',
  summary: 'Follow a member. Safe to repeat',
  limits: ['follow'],
  params: ById,
  reply: Following,
})

export const unfollowMember = endpoint({
  ...postByMember,
  path: '/user/unfollow/:id',
  summary: 'Unfollow a member. Safe to repeat',
  params: ById,
  reply: Following,
})

export const listFollowers = endpoint({
  ...getByMember,
  path: '/user/followers',
  summary: 'List the followers of the caller, or of the member `userId`, newest first',
  query: OfMember,
  reply: paged(MemberEntry),
})

export const listFollowing = endpoint({
  ...getByMember,
  path: '/user/following',
  summary: 'List the members whom the caller, or the member `userId`, follows, newest first',
  query: OfMember,
  reply: paged(MemberEntry),
})

/** The limit applies to suggested members and to suggested groups. */
export const maxSuggestions = 12

export const MemberSuggestion = z.object({
  ...MemberEntry.shape,
  reason: z.enum(['SAME_GROUP', 'FOLLOWED_BY_FOLLOWED', 'POPULAR']),
})
export type MemberSuggestion = z.output<typeof MemberSuggestion>

export const suggestMembers = endpoint({
  ...getByMember,
  path: '/user/suggestions',
  summary: 'Suggest members whom the caller may want to follow',
  reply: z.array(MemberSuggestion),
})

const Blocked = z.object({ blocked: z.boolean() })

export const blockMember = endpoint({
  ...postByMember,
  path: '/user/block/:id',
  summary: 'Block a member. Ends follows in both directions and hides each from the other. Safe to repeat',
  limits: ['follow'],
  params: ById,
  reply: Blocked,
})

export const unblockMember = endpoint({
  ...postByMember,
  path: '/user/unblock/:id',
  summary: 'Unblock a member. Safe to repeat',
  params: ById,
  reply: Blocked,
})

export const listBlocked = endpoint({
  ...getByMember,
  path: '/user/blocked',
  summary: 'List the members whom the caller has blocked, newest first',
  query: PageQuery,
  reply: paged(MemberEntry),
})
