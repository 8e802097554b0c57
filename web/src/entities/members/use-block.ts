import { blockMember, unblockMember } from '@rootsquare/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MutationState, QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export type Blockable = { id: number; username: string }
/** What the one who asked shows at once, and what becomes of the posts; all else is loaded anew by itself. */
export type OnBlockChange = (isBlocked: boolean) => void

const mutationKeyOf = (id: number) => ['block', id] as const

/** Blocks with `true`, ends the block with `false`, and says how it went: from wherever a member can be met. */
export function useBlock({ id, username }: Blockable, onChange: OnBlockChange) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: mutationKeyOf(id),
    mutationFn: async (isBlocked: boolean) =>
      (await call(isBlocked ? blockMember : unblockMember, { params: { id } })).data.blocked,
    onMutate: () => {
      clearSnackbars()
      return whileSignedIn()
    },
    onSuccess: (isBlocked, _, isHere) => {
      if (!isHere()) return
      showSnackbar('success', `You have ${isBlocked ? 'blocked' : 'unblocked'} @${username}`)
      onChange(isBlocked)
      loadAllButPosts(queryClient)
    },
    onError: (failure, _, isHere) => {
      if (isHere?.()) showSnackbar('error', errorText(failure))
    },
  })
}

/**
 * A block reaches follows, counts, members in lists and groups, and conversations: all that is loaded. But a feed that
 * loads itself anew would move under the reader, so the posts are left to whoever shows them.
 */
export function loadAllButPosts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'posts' })
}

/** What this page has asked for last about a member. */
export function lastOwnBlock(queryClient: QueryClient, id: number): MutationState | undefined {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey: mutationKeyOf(id) })
    .at(-1)?.state
}
