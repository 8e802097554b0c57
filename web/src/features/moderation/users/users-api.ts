import { adminLevel, createAdmin, listUsers } from '@rootsquare/contract/moderation'
import type { NewAdmin, SearchQuery } from '@rootsquare/contract/moderation'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { loadModeration, moderationKeys } from '#web/features/moderation/moderation-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'

/** One page of all members. While the next one comes, the one before stays in sight. */
export function usersOf(query: SearchQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'users', query],
    queryFn: async ({ signal }) => (await call(listUsers, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

type Typed = Omit<NewAdmin, keyof typeof adminLevel>

export function useCreateAdmin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (typed: Typed) => call(createAdmin, { body: { ...typed, ...adminLevel } }),
    onMutate: whileSignedIn,
    onSuccess: (_answer, _typed, isHere) => {
      if (isHere()) loadModeration(queryClient)
    },
  })
}
