import { deleteSavedSearch, listSavedSearches, saveSearch } from '@rootsquare/contract/trade/saved-searches'
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { MarketSearch } from '#web/features/market/browse/market-search.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export const savedSearches = queryOptions({
  queryKey: ['saved-searches'] as const,
  queryFn: async ({ signal }) => (await call(listSavedSearches, { signal })).data,
})

/** Saves a search without its sort order and favourites, and resolves to the server's message. */
export async function saveMarketSearch(queryClient: QueryClient, search: MarketSearch) {
  const { q, category, min, max, state, inStock, method } = search
  const body = {
    name: q === '' ? undefined : q,
    genreId: category,
    minPrice: min,
    maxPrice: max,
    state,
    inStock: inStock || undefined,
    method,
  }
  const { message } = await call(saveSearch, { body })
  void queryClient.invalidateQueries({ queryKey: savedSearches.queryKey })
  return message
}

export function useDeleteSavedSearch() {
  const queryClient = useQueryClient()
  const { queryKey } = savedSearches
  return useServerMutation({
    mutationFn: (id: number) => call(deleteSavedSearch, { params: { id } }),
    onSuccess: (_answer, id) =>
      queryClient.setQueryData(queryKey, (known) => known?.filter((one) => one.id !== id)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  })
}
