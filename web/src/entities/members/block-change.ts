import type { Profile } from '@rootsquare/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { accountKeys, profileOf } from '#web/entities/members/own-profile.ts'
import { patchNamed } from '#web/entities/members/members-api.ts'
import { bringAuthorBack, dropAuthor } from '#web/entities/posts/blocked-author.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'
import { lastOwnBlock, loadAllButPosts } from '#web/entities/members/use-block.ts'

/** What a block changes at once, wherever it was asked for: the member's own page, and all lists of posts. */
export function useBlockChange(): (memberId: number, isBlocked: boolean) => void {
  const queryClient = useQueryClient()
  return (memberId, isBlocked) => showBlock(queryClient, memberId, isBlocked)
}

/**
 * The viewer has blocked a member, or ended that, in another tab or on another device: which of the two, the profile
 * tells. What this page itself has asked for is shown already, or as soon as it is answered.
 */
export async function loadBlockChange(queryClient: QueryClient, memberId: number): Promise<void> {
  if (lastOwnBlock(queryClient, memberId)?.status === 'pending') return
  const isHere = whileSignedIn()
  const shown = queryClient.getQueryData(profileOf(memberId).queryKey)?.isBlockedByUser
  const profile = await queryClient
    .fetchQuery({ ...profileOf(memberId), staleTime: 0 })
    .catch(() => undefined)
  if (!isHere()) return
  const own = lastOwnBlock(queryClient, memberId)?.data
  // Where something else was shown since, somebody else has been at it since.
  if (profile && own === profile.isBlockedByUser && own === (shown ?? own)) return
  if (profile) showBlock(queryClient, memberId, profile.isBlockedByUser)
  loadAllButPosts(queryClient)
}

function showBlock(queryClient: QueryClient, memberId: number, isBlocked: boolean): void {
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
