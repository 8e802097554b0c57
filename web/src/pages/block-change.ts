import type { Profile } from '@rootsquare/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { accountKeys } from '#web/features/accounts/api.ts'
import { patchNamed } from '#web/features/people/api.ts'
import { bringAuthorBack, dropAuthor } from '#web/features/posts/blocked-author.ts'

/** What a block changes at once, wherever it was asked for: the member's own page, and all lists of posts. */
export function useBlockChange(): (memberId: number, isBlocked: boolean) => void {
  const queryClient = useQueryClient()
  return (memberId, isBlocked) => {
    const change = (profile: Profile): Profile => ({
      ...profile,
      isBlockedByUser: isBlocked,
      isFollowedByUser: false,
    })
    queryClient.setQueryData<Profile>(accountKeys.profile(memberId), (profile) => profile && change(profile))
    patchNamed(queryClient, memberId, change)
    if (isBlocked) dropAuthor(queryClient, memberId)
    else bringAuthorBack(queryClient)
  }
}
