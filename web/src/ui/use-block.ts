import { blockMember, unblockMember } from '@rootsquare/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { whileHere } from '#web/lib/while-here.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'

export type Blockable = { id: number; username: string }
/** What the one who asked shows at once; all but the posts is loaded anew by itself. */
export type OnBlockChange = (isBlocked: boolean) => void

/** Blocks with `true`, ends the block with `false`, and says how it went: from wherever a member can be met. */
export function useBlock({ id, username }: Blockable, onChange: OnBlockChange) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (isBlocked: boolean) =>
      (await call(isBlocked ? blockMember : unblockMember, { params: { id } })).data.blocked,
    onMutate: () => {
      clearSnackbars()
      return whileHere()
    },
    onSuccess: (isBlocked, _, isHere) => {
      if (!isHere()) return
      showSnackbar('success', `You have ${isBlocked ? 'blocked' : 'unblocked'} @${username}`)
      onChange(isBlocked)
      // Follows, counts, members in lists and conversations: little that is not about people. Of the posts, a feed that
      // loads itself anew would move under the reader.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'posts' })
    },
    onError: (failure) => showSnackbar('error', failureText(failure)),
  })
}
