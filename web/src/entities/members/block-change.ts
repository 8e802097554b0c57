import type { Profile } from '@rootsquare/contract/profiles'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { patchNamed, profileOf } from '#web/entities/members/members-api.ts'
import { reloadAfterUnblock, removeAuthor } from '#web/entities/posts/blocked-author.ts'
import { lastOwnBlock, loadAllButPosts } from '#web/entities/members/use-block.ts'

/** Shows a block at once on the member's page and in all lists of posts. */
export function useBlockChange(): (memberId: number, isBlocked: boolean) => void {
  const queryClient = useQueryClient()
  return (memberId, isBlocked) => showBlock(queryClient, memberId, isBlocked)
}

/**
 * Handles a block or unblock of the viewer in another tab or on another device; the profile says which of the two.
 * A block that this page has requested itself is already shown, or will be when it is answered.
 */
export async function loadBlockChange(queryClient: QueryClient, memberId: number): Promise<void> {
  if (lastOwnBlock(queryClient, memberId)?.status === 'pending') return
  const shown = queryClient.getQueryData(profileOf(memberId).queryKey)?.isBlockedByUser
  const profile = await queryClient
    .fetchQuery({ ...profileOf(memberId), staleTime: 0 })
    .catch(() => undefined)
  const own = lastOwnBlock(queryClient, memberId)?.data
  // If the page shows something else by now, the block was changed elsewhere too.
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
  queryClient.setQueryData<Profile>(memberKeys.profile(memberId), (profile) => profile && change(profile))
  patchNamed(queryClient, memberId, change)
  if (isBlocked) removeAuthor(queryClient, memberId)
  else reloadAfterUnblock(queryClient)
}
