import { createGenre, listAllItems, type Genre, type Item } from '@rootsquare/contract/trade/market'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { genreKey, itemKeys } from '#web/entities/items/item-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { useMemberMutation } from '#web/lib/net/use-member-mutation.ts'

const pageSize = 20

/** Not approved yet: what nobody has decided on, and what was sent back to its seller. */
export type SubmittedKind = 'waiting' | 'disapproved'

export function submittedItems(kind: SubmittedKind) {
  const filter = { approved: 'false', disapproved: kind === 'disapproved' ? 'true' : 'false' } as const
  return infiniteQueryOptions({
    queryKey: itemKeys.waiting(filter),
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, page: pageParam, size: pageSize }
      return (await call(listAllItems, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

/** A decided item leaves at once, and not only when the list is loaded again. */
export function isOfKind(kind: SubmittedKind, { isApproved, disapprovalReason }: Item): boolean {
  return !isApproved && (disapprovalReason !== null) === (kind === 'disapproved')
}

export function useAddCategory() {
  const queryClient = useQueryClient()
  return useMemberMutation({
    mutationFn: (name: string) => call(createGenre, { body: { name } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData<Genre[]>(genreKey, (all) => all && [...all, data])
      void queryClient.invalidateQueries({ queryKey: genreKey })
    },
  })
}
