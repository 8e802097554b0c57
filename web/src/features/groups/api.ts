import {
  createGroup,
  endModerator,
  exitGroup,
  getGroup,
  getStanding,
  joinGroup,
  listGroupMembers,
  listGroups,
  listMemberGroups,
  makeModerator,
} from '@rootsquare/contract/groups'
import type { Group, NewGroup } from '@rootsquare/contract/groups'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { patchMembership } from '#web/features/groups/membership-cache.ts'
import { call } from '#web/lib/call.ts'
import { currentSession } from '#web/lib/session.ts'

const pageSize = 100
const membersPageSize = 20

export const groupKeys = {
  all: ['groups'] as const,
  lists: ['groups', 'list'] as const,
  list: (name: string) => ['groups', 'list', name] as const,
  one: (id: number) => ['groups', 'one', id] as const,
  ofMembers: ['groups', 'of-member'] as const,
  ofMember: (memberId: number) => ['groups', 'of-member', memberId] as const,
  standing: (id: number) => ['groups', 'standing', id] as const,
  membersOf: (id: number) => ['groups', 'members', id] as const,
  members: (id: number, q: string) => ['groups', 'members', id, q] as const,
}

/** Page by page until the last page or a short one; the server finds names without regard to accents. */
export function groupsNamed(name: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.list(name),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize, ...(name !== '' && { name }) }
      return (await call(listGroups, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ content, last }, _, page) =>
      last || content.length < pageSize ? undefined : page + 1,
  })
}

export function groupOf(id: number) {
  return queryOptions({
    queryKey: groupKeys.one(id),
    queryFn: async ({ signal }) => (await call(getGroup, { params: { id }, signal })).data,
  })
}

/** The groups a member has joined. */
export function memberGroupsOf(memberId: number) {
  return infiniteQueryOptions({
    queryKey: groupKeys.ofMember(memberId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize, userId: memberId }
      return (await call(listMemberGroups, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

/** Where the viewer stands in a group, and what they may do there. */
export function standingOf(groupId: number) {
  return queryOptions({
    queryKey: groupKeys.standing(groupId),
    queryFn: async ({ signal }) => (await call(getStanding, { params: { id: groupId }, signal })).data,
  })
}

/** Moderators first; `q` searches the names. */
export function groupMembersOf(groupId: number, q = '') {
  return infiniteQueryOptions({
    queryKey: groupKeys.members(groupId, q),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: membersPageSize, ...(q !== '' && { q }) }
      return (await call(listGroupMembers, { params: { id: groupId }, query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

/** Everything about groups follows by itself; feeds are the page's to bring up to date. */
export function useJoin() {
  return useMembership(true)
}

export function useExit() {
  return useMembership(false)
}

/** Under way until the viewer's standing is known anew, so that no button shows the old one in between. */
function useMembership(isJoining: boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (group: Group) =>
      (await call(isJoining ? joinGroup : exitGroup, { params: { id: group.id } })).data.joined,
    onSuccess: async (_, group) => {
      const memberId = currentSession()?.userId
      if (memberId !== undefined) patchMembership(queryClient, { memberId, group, isJoining })
      void queryClient.invalidateQueries({ queryKey: groupKeys.lists })
      void queryClient.invalidateQueries({ queryKey: groupKeys.ofMembers })
      void queryClient.invalidateQueries({ queryKey: groupKeys.one(group.id) })
      void queryClient.invalidateQueries({ queryKey: groupKeys.membersOf(group.id) })
      await queryClient.invalidateQueries({ queryKey: groupKeys.standing(group.id) })
    },
  })
}

type Appointment = { groupId: number; userId: number }

export function useMakeModerator() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: Appointment) => (await call(makeModerator, { body })).message,
    onSettled: (_, __, { groupId }) => refetchModerators(queryClient, groupId),
  })
}

export function useEndModerator() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (params: Appointment) => (await call(endModerator, { params })).message,
    onSettled: (_, __, { groupId }) => refetchModerators(queryClient, groupId),
  })
}

/** Also after a refusal: somebody else was faster. */
function refetchModerators(queryClient: QueryClient, groupId: number): void {
  void queryClient.invalidateQueries({ queryKey: groupKeys.membersOf(groupId) })
  void queryClient.invalidateQueries({ queryKey: groupKeys.standing(groupId) })
}

/** The same key with the same content makes no second group. */
export function useCreateGroup() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ group, key }: { group: NewGroup; key: string }) =>
      (await call(createGroup, { body: group, idempotencyKey: key })).data,
    onSuccess: (group) => {
      queryClient.setQueryData(groupKeys.one(group.id), group)
      void queryClient.invalidateQueries({ queryKey: groupKeys.lists })
    },
  })
}
