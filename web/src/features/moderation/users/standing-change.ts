import { useQueryClient } from '@tanstack/react-query'
import { moderationKeys } from '#web/features/moderation/moderation-keys.ts'
import type { OnStanding } from '#web/features/moderation/users/suspension-api.ts'
import { dropAuthor } from '#web/entities/posts/blocked-author.ts'
import { postKeys } from '#web/entities/posts/post-cache.ts'

const kept: unknown[] = [postKeys.all[0], moderationKeys.all[0]]

/**
 * What a ban or a suspension changes outside of moderation, which loads its own lists: what the banned wrote goes at
 * once, and members, groups and items are loaded anew. A feed that did so too would move under whoever reads it.
 */
export function useStandingChange(): OnStanding {
  const queryClient = useQueryClient()
  return (userId, standing) => {
    if (standing === 'banned') dropAuthor(queryClient, userId)
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) })
  }
}
