import type { Item } from '@rootsquare/contract/trade/market'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { itemKeys } from '#web/entities/items/item-keys.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'

type ItemPage = { content: Item[] }

/** Changes the item in every list. */
export function patchItem(queryClient: QueryClient, id: number, change: (item: Item) => Item): void {
  changeLists(queryClient, (content) => content.map((item) => (item.id === id ? change(item) : item)))
  queryClient.setQueryData<Item>(itemKeys.one(id), (item) => item && change(item))
}

/** Returns the item from a loaded list, to show until the item itself is loaded. */
export function listedItem(queryClient: QueryClient, id: number): Item | undefined {
  return queryClient
    .getQueriesData<ItemPage>({ queryKey: itemKeys.allPaged })
    .flatMap(([, page]) => page?.content ?? [])
    .find((item) => item.id === id)
}

/** Removes the item at once; the counts of the lists are updated later. */
export function removeItem(queryClient: QueryClient, id: number): Promise<void> {
  changeLists(queryClient, (content) => content.filter((item) => item.id !== id))
  queryClient.removeQueries({ queryKey: itemKeys.one(id) })
  return reloadItems(queryClient)
}

/** Reloads items. Call it after a write that may move items between lists or change their stock. */
export function reloadItems(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: itemKeys.all })
}

function changeLists(queryClient: QueryClient, change: (content: Item[]) => Item[]): void {
  queryClient.setQueryData<Item[]>(itemKeys.teaser, (items) => items && change(items))
  queryClient.setQueriesData<ItemPage>(
    { queryKey: itemKeys.allPaged },
    (page) => page && { ...page, content: change(page.content) },
  )
  queryClient.setQueriesData<InfiniteData<ItemPage>>(
    { queryKey: itemKeys.allEndless },
    (data) => data && patchPages(data, change),
  )
}
