import { foldTag } from '@rootsquare/contract/lib/mentions'
import { search } from '@rootsquare/contract/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { debounceMs, maxOptions } from '#web/entities/mentions/mention-options.ts'
import { popularTags } from '#web/entities/posts/popular-tags.tsx'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { call } from '#web/lib/net/call.ts'

const searchSize = 20

const isLonger = (tag: string, typed: string) => tag.startsWith(typed) && tag !== typed

/** Popular tags at first, then those that begin with what was typed, the typed one first and then those with most posts. */
export function useTagOptions(query: string) {
  const searched = useDebounced(query, debounceMs)
  const popular = useQuery(popularTags)
  const found = useQuery({
    queryKey: ['tags', 'typed', searched],
    queryFn: async ({ signal }) => {
      const { data } = await call(search, { query: { type: 'tags', q: searched, size: searchSize }, signal })
      return data.type === 'tags' ? data.content : []
    },
    enabled: searched !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const typed = foldTag(query)
  const all = (typed === '' ? popular.data : found.data) ?? []
  const [whole, longer] = [
    all.filter(({ tag }) => tag === typed),
    all.filter(({ tag }) => isLonger(tag, typed)),
  ]
  const options = [...whole, ...longer].slice(0, maxOptions)
  // A tag that is typed to its end needs no help, and Enter begins a new line again.
  const isWhole = whole.length > 0 && longer.length === 0
  return { options: isWhole ? [] : options, isSettled: searched === query && !found.isFetching }
}
