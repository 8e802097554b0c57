import { createGenre, type Genre } from '@rootsquare/contract/trade/genres'
import { listAllItems, type Item } from '@rootsquare/contract/trade/market'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { genreKey, itemKeys } from '#web/entities/items/item-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

const pageSize = 20

/** Lists items that are not approved: new ones, and those that were sent back to their seller. */
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

/** Removes a decided item from the list at once, without waiting for the reload. */
export function isOfKind(kind: SubmittedKind, { isApproved, disapprovalReason }: Item): boolean {
  return !isApproved && (disapprovalReason !== null) === (kind === 'disapproved')
}

export function useAddCategory() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: (name: string) => call(createGenre, { body: { name } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData<Genre[]>(genreKey, (all) => all && [...all, data])
      void queryClient.invalidateQueries({ queryKey: genreKey })
    },
  })
}
