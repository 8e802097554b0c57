import { useQueryClient } from '@tanstack/react-query'
import type { OnMembership } from '#web/entities/groups/use-joining.ts'
import { peopleKeys } from '#web/entities/members/members-api.ts'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { currentSession } from '#web/lib/session/session.ts'

/** Joining and leaving also change two feeds, and how many groups a profile counts. */
export function useGroupChange(): OnMembership {
  const queryClient = useQueryClient()
  return (groupId) => {
    const viewerId = currentSession()?.userId
    void queryClient.invalidateQueries({ queryKey: postKeys.group(groupId) })
    void queryClient.invalidateQueries({ queryKey: postKeys.home() })
    void queryClient.invalidateQueries({ queryKey: peopleKeys.named })
    if (viewerId !== undefined) void queryClient.invalidateQueries({ queryKey: peopleKeys.profile(viewerId) })
  }
}
