import { z } from 'zod'
import { MemberEntry } from './profiles.ts'
import { endpoint } from './lib/endpoint.ts'
import { ById, IdInPath } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'

const Following = z.object({ following: z.boolean() })
/** The caller's own list, or with `userId` that of another member. */
export const OfMember = PageQuery.extend({ userId: IdInPath.optional() })
export type OfMember = z.output<typeof OfMember>

export const followMember = endpoint({
  method: 'POST',
  path: '/user/follow/:id',
  access: 'member',
  checksSession: true,
  summary: 'Follow a member; repeating is harmless',
  limits: ['follow'],
  params: ById,
  reply: Following,
})

export const unfollowMember = endpoint({
  method: 'POST',
  path: '/user/unfollow/:id',
  access: 'member',
  checksSession: true,
  summary: 'Follow a member no more; repeating is harmless',
  params: ById,
  reply: Following,
})

export const listFollowers = endpoint({
  method: 'GET',
  path: '/user/followers',
  access: 'member',
  mayLag: 'others',
  summary: 'Who follows the caller, or the member `userId`, newest first',
  query: OfMember,
  reply: paged(MemberEntry),
})

export const listFollowing = endpoint({
  method: 'GET',
  path: '/user/following',
  access: 'member',
  mayLag: 'others',
  summary: 'Whom the caller, or the member `userId`, follows, newest first',
  query: OfMember,
  reply: paged(MemberEntry),
})

/** The most members, or groups, that are suggested at once. */
export const maxSuggestions = 12

export const MemberSuggestion = z.object({
  ...MemberEntry.shape,
  reason: z.enum(['SAME_GROUP', 'FOLLOWED_BY_FOLLOWED', 'POPULAR']),
})
export type MemberSuggestion = z.output<typeof MemberSuggestion>

export const suggestMembers = endpoint({
  method: 'GET',
  path: '/user/suggestions',
  access: 'member',
  mayLag: true,
  shed: 'first',
  summary: 'Members whom the caller may like to follow',
  reply: z.array(MemberSuggestion),
})

const Blocked = z.object({ blocked: z.boolean() })

export const blockMember = endpoint({
  method: 'POST',
  path: '/user/block/:id',
  access: 'member',
  summary: 'Block a member: follows end both ways, neither sees or reaches the other; repeating is harmless',
  limits: ['follow'],
  params: ById,
  reply: Blocked,
})

export const unblockMember = endpoint({
  method: 'POST',
  path: '/user/unblock/:id',
  access: 'member',
  summary: 'Block a member no more; repeating is harmless',
  params: ById,
  reply: Blocked,
})

export const listBlocked = endpoint({
  method: 'GET',
  path: '/user/blocked',
  access: 'member',
  summary: 'Whom the caller has blocked, newest first',
  query: PageQuery,
  reply: paged(MemberEntry),
})
