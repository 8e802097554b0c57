import { createGenre, listAllItems } from '@rootsquare/contract/market'
import type { Genre, Item } from '@rootsquare/contract/market'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { genreKey, itemKeys } from '#web/entities/items/item-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'

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
  return useMutation({
    mutationFn: (name: string) => call(createGenre, { body: { name } }),
    onMutate: whileSignedIn,
    onSuccess: ({ data }, _, isHere) => {
      if (!isHere()) return
      queryClient.setQueryData<Genre[]>(genreKey, (all) => all && [...all, data])
      void queryClient.invalidateQueries({ queryKey: genreKey })
    },
  })
}
