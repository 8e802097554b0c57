import {
  createGroup,
  removeModerator,
  leaveGroup,
  getMembership,
  joinGroup,
  listGroupMembers,
  makeModerator,
} from '@rootsquare/contract/groups'
import type { Group, NewGroup } from '@rootsquare/contract/groups'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import { resetModeratorQueries } from '#web/entities/groups/moderator-queries.ts'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { useMember } from '#web/lib/session/session.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

// This is separate from groups-api.ts, which the home page loads without needing this code.

const membersPageSize = 20

export function standingOf(groupId: number) {
  return queryOptions({
    queryKey: groupKeys.standing(groupId),
    meta: { saved: 'part' },
    queryFn: async ({ signal }) => (await call(getMembership, { params: { id: groupId }, signal })).data,
  })
}

export function groupMembersOf(groupId: number, q: string) {
  return infiniteQueryOptions({
    queryKey: memberKeys.ofGroupFound(groupId, q),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: membersPageSize, ...(q !== '' && { q }) }
      return (await call(listGroupMembers, { params: { id: groupId }, query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

/** Stays pending until the membership has reloaded, so that no button shows the old state. */
export function useChangeMembership(to: 'join' | 'exit') {
  const isJoining = to === 'join'
  const { userId: memberId } = useMember()
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (group: Group) =>
      (await call(isJoining ? joinGroup : leaveGroup, { params: { id: group.id } })).data.joined,
    onSuccess: async (_, group) => {
      patchMembership(queryClient, { memberId, group, isJoining })
      if (!isJoining) resetModeratorQueries(queryClient, group.id)
      const outdated = [
        groupKeys.lists,
        groupKeys.ofMembers,
        groupKeys.one(group.id),
        memberKeys.ofGroup(group.id),
        postKeys.group(group.id),
        postKeys.home(),
        memberKeys.named,
        memberKeys.profile(memberId),
      ]
      for (const queryKey of outdated) void queryClient.invalidateQueries({ queryKey })
      await queryClient.invalidateQueries({ queryKey: groupKeys.standing(group.id) })
    },
  })
}

type GroupPages = InfiniteData<Paged<Group>, number>
type MembershipChange = { memberId: number; group: Group; isJoining: boolean }

/** Updates the screen at once; the counts of the server follow. */
function patchMembership(queryClient: QueryClient, { memberId, group, isJoining }: MembershipChange): void {
  const step = isJoining ? 1 : -1
  const counted = (known: Group) =>
    known.id === group.id ? { ...known, users: Math.max(0, known.users + step) } : known
  const onList = (data: GroupPages | undefined) => data && patchPages(data, (content) => content.map(counted))
  queryClient.setQueriesData<GroupPages>({ queryKey: groupKeys.lists }, onList)
  queryClient.setQueriesData<GroupPages>({ queryKey: groupKeys.ofMembers }, onList)
  queryClient.setQueryData<Group>(groupKeys.one(group.id), (known) => known && counted(known))
  queryClient.setQueryData<GroupPages>(groupKeys.ofMember(memberId), (data) => {
    const without = data && patchPages(data, (content) => content.filter(({ id }) => id !== group.id))
    return isJoining && without ? withGroup(without, counted(group)) : without
  })
}

/** Inserts the member by name, on the first page that reaches that far. */
function withGroup(data: GroupPages, group: Group): GroupPages {
  const byName = (one: Group, other: Group) => one.name.localeCompare(other.name)
  const at = data.pages.findIndex(({ content, last }) => last || byName(lastOf(content) ?? group, group) > 0)
  const pages = data.pages.map((page, index) =>
    index === at ? { ...page, content: [...page.content, group].sort(byName) } : page,
  )
  return { ...data, pages }
}

/** Reloads the moderators even after a rejection, since another admin may have been faster. */
export function useChangeModerator(isEnding: boolean) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (ids: { groupId: number; userId: number }) => {
      if (isEnding) await call(removeModerator, { params: ids })
      else await call(makeModerator, { body: ids })
    },
    onSettled: (_, __, { groupId }) => {
      void queryClient.invalidateQueries({ queryKey: memberKeys.ofGroup(groupId) })
      void queryClient.invalidateQueries({ queryKey: groupKeys.standing(groupId) })
    },
  })
}

/** Uses the same key for the same content, so that no second group is created. */
export function useCreateGroup() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async ({ group, key }: { group: NewGroup; key: string }) =>
      (await call(createGroup, { body: group, idempotencyKey: key })).data,
    onSuccess: (group) => {
      queryClient.setQueryData(groupKeys.one(group.id), group)
      void queryClient.invalidateQueries({ queryKey: groupKeys.lists })
    },
  })
}
