import type { Item } from '@rootsquare/contract/trade/market'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { patchPages } from '#web/lib/net/patch-pages.ts'

type ItemPage = { content: Item[] }

const root = ['items'] as const
const paged = [...root, 'paged'] as const
const endless = [...root, 'endless'] as const

/** Lists under `paged` contain one page each, those under `endless` are infinite queries, so that each can be patched. */
export const itemKeys = {
  all: root,
  teaser: [...root, 'teaser'] as const,
  paged: (query: object) => [...paged, query] as const,
  ofMember: (memberId: number) => [...endless, 'of-member', memberId] as const,
  found: (search: object) => [...endless, 'found', search] as const,
  waiting: (query: object) => [...endless, 'waiting', query] as const,
  one: (id: number) => [...root, 'one', id] as const,
  favor: [...root, 'favor'] as const,
}

export const genreKey = ['genres'] as const

/** Changes the item in every list. */
export function patchItem(queryClient: QueryClient, id: number, change: (item: Item) => Item): void {
  changeLists(queryClient, (content) => content.map((item) => (item.id === id ? change(item) : item)))
  queryClient.setQueryData<Item>(itemKeys.one(id), (item) => item && change(item))
}

/** Returns the item from a loaded list, to show until the item itself is loaded. */
export function listedItem(queryClient: QueryClient, id: number): Item | undefined {
  return queryClient
    .getQueriesData<ItemPage>({ queryKey: paged })
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
    { queryKey: paged },
    (page) => page && { ...page, content: change(page.content) },
  )
  queryClient.setQueriesData<InfiniteData<ItemPage>>(
    { queryKey: endless },
    (data) => data && patchPages(data, change),
  )
}
