import { listSuspended, unsuspendUser } from '@rootsquare/contract/moderation'
import type { SearchQuery } from '@rootsquare/contract/moderation'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { moderationKeys } from '#web/features/moderation/keys.ts'
import { call } from '#web/lib/call.ts'
import { saidByServer } from '#web/lib/said-by-server.ts'
import { whileHere } from '#web/lib/while-here.ts'

/** Running suspensions. While the next page comes, the one before stays in sight. */
export function suspendedOf(query: SearchQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'suspended', query],
    queryFn: async ({ signal }) => (await call(listSuspended, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

export function useUnsuspend(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(unsuspendUser, { query: { userId, reasonForUnSuspending: reason } }),
    onMutate: whileHere,
    // Also after a refusal, which says that a list is no longer what it was.
    onSettled: (_answer, _failure, _reason, isHere) => {
      if (isHere?.()) void queryClient.invalidateQueries({ queryKey: moderationKeys.all })
    },
  })
}

export function troubleText(failure: unknown): string {
  return saidByServer(failure, 'An unexpected error occurred')
}
