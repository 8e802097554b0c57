import { suggestMembers } from '@rootsquare/contract/people'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { OnFollow } from '#web/entities/members/follow-button.tsx'
import { useFollowChange } from '#web/entities/members/follow-change.ts'
import { call } from '#web/lib/net/call.ts'

/** Each screen reloads them, since a follow changes them. Rows on the screen do not change. */
export const suggestedMembers = queryOptions({
  queryKey: ['people', 'suggested'] as const,
  queryFn: async ({ signal }) => (await call(suggestMembers, { signal })).data,
  staleTime: 0,
  refetchOnWindowFocus: false,
})

export function useFollowSuggested(viewerId: number): OnFollow {
  const queryClient = useQueryClient()
  const onFollow = useFollowChange(viewerId)
  return (memberId, isFollowing) => {
    queryClient.setQueryData(suggestedMembers.queryKey, (members) =>
      members?.map((one) => (one.id === memberId ? { ...one, isFollowedByUser: isFollowing } : one)),
    )
    onFollow(memberId, isFollowing)
  }
}
