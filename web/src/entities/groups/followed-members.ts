import type { GroupMember } from '@rootsquare/contract/groups'
import type { Paged } from '@rootsquare/contract/lib/paged'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/groups-api.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'

type MemberPages = InfiniteData<Paged<GroupMember>, number>

export function markFollowed(queryClient: QueryClient, memberId: number, isFollowedByUser: boolean): void {
  const marked = (member: GroupMember) => (member.id === memberId ? { ...member, isFollowedByUser } : member)
  queryClient.setQueriesData<MemberPages>(
    { queryKey: groupKeys.membersOfAny },
    (data) => data && patchPages(data, (content) => content.map(marked)),
  )
}
