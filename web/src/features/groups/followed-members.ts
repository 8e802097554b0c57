import type { GroupMember } from '@rootsquare/contract/groups'
import type { Paged } from '@rootsquare/contract/paged'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/features/groups/api.ts'

type MemberPages = InfiniteData<Paged<GroupMember>, number>
type Follow = { groupId: number; memberId: number; isFollowing: boolean }

/** The members of a group know whom the viewer follows. */
export function markFollowed(queryClient: QueryClient, { groupId, memberId, isFollowing }: Follow): void {
  const marked = (member: GroupMember) =>
    member.id === memberId ? { ...member, isFollowedByUser: isFollowing } : member
  queryClient.setQueriesData<MemberPages>(
    { queryKey: groupKeys.membersOf(groupId) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, content: page.content.map(marked) })),
      },
  )
}
