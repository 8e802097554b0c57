import type { Item } from '@rootsquare/contract/market'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { patchPages } from '#web/lib/net/patch-pages.ts'

type ItemPage = { content: Item[] }

const root = ['items'] as const
const paged = [...root, 'paged'] as const
const endless = [...root, 'endless'] as const

/** Lists under `paged` hold one page each, those under `endless` are infinite queries: so each can be patched. */
export const itemKeys = {
  all: root,
  teaser: [...root, 'teaser'] as const,
  paged: (asked: object) => [...paged, asked] as const,
  ofMember: (memberId: number) => [...endless, 'of-member', memberId] as const,
  waiting: (asked: object) => [...endless, 'waiting', asked] as const,
  one: (id: number) => [...root, 'one', id] as const,
  favor: [...root, 'favor'] as const,
}

export const genreKey = ['genres'] as const

/** Wherever the item stands. */
export function patchItem(queryClient: QueryClient, id: number, change: (item: Item) => Item): void {
  changeLists(queryClient, (content) => content.map((item) => (item.id === id ? change(item) : item)))
  queryClient.setQueryData<Item>(itemKeys.one(id), (item) => item && change(item))
}

/** As a page of the market had it, to look at until the item itself is there. */
export function listedItem(queryClient: QueryClient, id: number): Item | undefined {
  return queryClient
    .getQueriesData<ItemPage>({ queryKey: paged })
    .flatMap(([, page]) => page?.content ?? [])
    .find((item) => item.id === id)
}

/** Gone at once, and asked for no more; the counts of the lists follow. */
export function removeItem(queryClient: QueryClient, id: number): Promise<void> {
  changeLists(queryClient, (content) => content.filter((item) => item.id !== id))
  queryClient.removeQueries({ queryKey: itemKeys.one(id) })
  return forgetItems(queryClient)
}

/** After a write that may move items between lists: what is on the screen is asked for anew, the rest when it is next seen. */
export function forgetItems(queryClient: QueryClient): Promise<void> {
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
