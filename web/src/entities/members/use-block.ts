import { blockMember, unblockMember } from '@rootsquare/contract/people'
import { useQueryClient, type MutationState, type QueryClient } from '@tanstack/react-query'
import { patchProfile, removeFromBlocked } from '#web/entities/members/member-cache.ts'
import { profileOf } from '#web/entities/members/members-api.ts'
import { reloadAfterUnblock, removeAuthor } from '#web/entities/posts/blocked-author.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { hasAnswers } from '#web/lib/storage/answers-exist.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

export type Blockable = { id: number; username: string }

const mutationKeyOf = (id: number) => ['block', id] as const

/**
 * `mutate(true)` blocks, `mutate(false)` unblocks; both show the outcome. `onAnswer` is called before anything is removed
 * from the screen.
 */
export function useBlock({ id, username }: Blockable, onAnswer?: () => void) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationKey: mutationKeyOf(id),
    mutationFn: async (isBlocked: boolean) => {
      clearSnackbars()
      return (await call(isBlocked ? blockMember : unblockMember, { params: { id } })).data.blocked
    },
    onSuccess: (isBlocked) => {
      showSnackbar('success', `You have ${isBlocked ? 'blocked' : 'unblocked'} @${username}`)
      onAnswer?.()
      showBlock(queryClient, id, isBlocked)
    },
    onError: (failure) => showSnackbar('error', errorText(failure)),
  })
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
  else reloadAllButPosts(queryClient)
}

/** Returns the last block or unblock of a member that this page has requested. */
function lastOwnBlock(queryClient: QueryClient, id: number): MutationState | undefined {
  return lastOf(queryClient.getMutationCache().findAll({ mutationKey: mutationKeyOf(id) }))?.state
}

/** Shows a block on the member's page and in all lists of posts, and reloads everything else. */
function showBlock(queryClient: QueryClient, memberId: number, isBlocked: boolean): void {
  patchProfile(queryClient, memberId, (profile) => ({
    ...profile,
    isBlockedByUser: isBlocked,
    isFollowedByUser: false,
  }))
  if (isBlocked) removeAuthor(queryClient, memberId)
  else {
    removeFromBlocked(queryClient, memberId)
    reloadAfterUnblock(queryClient)
  }
  reloadAllButPosts(queryClient)
  // They are replaced by the next answers at the latest.
  discardSaved().catch(() => {})
}

/** What this device has saved may show the member who is blocked now, so it is loaded and saved again. */
async function discardSaved(): Promise<void> {
  const viewerId = currentSession()?.userId
  if (viewerId === undefined || !hasAnswers(viewerId)) return
  const { deleteAnswers } = await import('#web/lib/storage/saved-answers.ts')
  await deleteAnswers(viewerId)
}

/**
 * Reloads everything except posts, because a block changes follows, counts, lists of members and conversations. A feed that
 * reloads would move under the reader, so posts are changed where they are shown.
 */
function reloadAllButPosts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'posts' })
}
