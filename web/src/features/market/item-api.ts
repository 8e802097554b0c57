import { approveItem, getItem, type Item } from '@rootsquare/contract/trade/market'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { itemKeys } from '#web/entities/items/item-keys.ts'
import { reloadItems, patchItem } from '#web/entities/items/item-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export function itemOf(id: number) {
  return queryOptions({
    queryKey: itemKeys.one(id),
    meta: { saved: 'main' },
    queryFn: async ({ signal }) => (await call(getItem, { params: { id }, signal })).data,
  })
}

/** The key is not below the keys of items, because a sale does not change this data. */
export function sellerOf(id: number) {
  return queryOptions({
    queryKey: ['sellers', id] as const,
    queryFn: async ({ signal }) => (await call(getSeller, { params: { id }, signal })).data,
    staleTime: 60_000,
  })
}

type Decision = { state: boolean; reason?: string | undefined }

export function useDecideItem(itemId: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: (decision: Decision) => call(approveItem, { body: { itemId, ...decision } }),
    onSuccess: ({ data }) => patchAndReloadItem(queryClient, data),
    onError: (failure) => reloadMissing(queryClient, itemId, failure),
  })
}

function patchAndReloadItem(queryClient: QueryClient, item: Item): void {
  patchItem(queryClient, item.id, () => item)
  void reloadItems(queryClient)
}

function reloadMissing(queryClient: QueryClient, id: number, failure: Error): void {
  if (isMissing(failure)) void queryClient.invalidateQueries({ queryKey: itemKeys.one(id) })
}
