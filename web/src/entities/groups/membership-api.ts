import {
  createGroup,
  endModerator,
  exitGroup,
  getStanding,
  joinGroup,
  listGroupMembers,
  makeModerator,
} from '@rootsquare/contract/groups'
import type { Group, NewGroup } from '@rootsquare/contract/groups'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/groups-api.ts'
import { patchMembership } from '#web/entities/groups/membership-cache.ts'
import { resetModeratorQueries } from '#web/entities/groups/section-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { currentSession } from '#web/lib/session/session.ts'

// Apart from groups-api.ts, which the home page loads without needing this.

const membersPageSize = 20

export function standingOf(groupId: number) {
  return queryOptions({
    queryKey: groupKeys.standing(groupId),
    queryFn: async ({ signal }) => (await call(getStanding, { params: { id: groupId }, signal })).data,
  })
}

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

export function useJoin() {
  return useMembership(true)
}

export function useExit() {
  return useMembership(false)
}

/** Pending until the standing has loaded again, so that no button shows the old one in between. */
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
      if (!isJoining) resetModeratorQueries(queryClient, group.id)
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

/** Also after a rejection, since another admin may have been faster. */
function refetchModerators(queryClient: QueryClient, groupId: number): void {
  void queryClient.invalidateQueries({ queryKey: groupKeys.membersOf(groupId) })
  void queryClient.invalidateQueries({ queryKey: groupKeys.standing(groupId) })
}

/** The same key with the same content creates no second group. */
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
