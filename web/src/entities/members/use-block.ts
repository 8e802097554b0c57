import { blockMember, unblockMember } from '@rootsquare/contract/people'
import { useQueryClient, type MutationState, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

export type Blockable = { id: number; username: string }
/** Updates the visible member and posts at once; everything else is reloaded. */
export type OnBlockChange = (isBlocked: boolean) => void

const mutationKeyOf = (id: number) => ['block', id] as const

/** `mutate(true)` blocks, `mutate(false)` unblocks; both show the outcome. */
export function useBlock({ id, username }: Blockable, onChange: OnBlockChange) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationKey: mutationKeyOf(id),
    mutationFn: async (isBlocked: boolean) => {
      clearSnackbars()
      return (await call(isBlocked ? blockMember : unblockMember, { params: { id } })).data.blocked
    },
    onSuccess: (isBlocked) => {
      showSnackbar('success', `You have ${isBlocked ? 'blocked' : 'unblocked'} @${username}`)
      onChange(isBlocked)
      loadAllButPosts(queryClient)
    },
    onError: (failure) => showSnackbar('error', errorText(failure)),
  })
}

/**
 * Reloads everything except posts, because a block changes follows, counts, lists of members and conversations. A feed that
 * reloads would move under the reader, so the component that shows posts updates them.
 */
export function loadAllButPosts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'posts' })
}

/** Returns the last block or unblock of a member that this page has requested. */
export function lastOwnBlock(queryClient: QueryClient, id: number): MutationState | undefined {
  return lastOf(queryClient.getMutationCache().findAll({ mutationKey: mutationKeyOf(id) }))?.state
}
