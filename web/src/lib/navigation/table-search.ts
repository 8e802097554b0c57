import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paramsOf, searchTextIn, textIn, useSetSearch, wholeIn } from '#web/lib/navigation/search-params.ts'
import type { Params } from '#web/lib/navigation/search-params.ts'

type Filters = Record<string, string | number | undefined>
type ReadParam = (name: string) => string | undefined
type Options<F extends Filters> = {
  /** The page sizes. An address without one means the first, unless `size` says otherwise. */
  sizes: readonly number[]
  size?: number
  /** Returns undefined for what it does not know: `(read) => ({ state: oneOf(states, read('state')) })`. */
  filters: (read: ReadParam) => F
}
type PageAndSize = { page: number; size: number }
type Content<F extends Filters> = PageAndSize & { search: string; filters: F }
type NavigateOptions = { isReplaced?: boolean }

export type TableSearch<F extends Filters = Filters> = Content<F> & {
  turn: (to: PageAndSize, options?: NavigateOptions) => void
  seek: (text: string) => void
  /** Undefined removes a filter. */
  filter: (changes: Partial<F>, options?: NavigateOptions) => void
  /** Also clears the search. */
  clearFilters: () => void
}

const lastPage = 1_000_000

/**
 * Page, size, search and filters of a table live in the address: a reload, Back and a shared link show the same rows.
 * Invalid values are ignored.
 */
export function useTableSearch<F extends Filters>(options: Options<F>): TableSearch<F> {
  const router = useRouter()
  const setSearch = useSetSearch()
  const content = readTableSearch(options, useSearch({ strict: false }))

  function write(change: (now: Content<F>) => Content<F>, isReplaced: boolean, isFromTop = false): void {
    const params = (now: unknown) => tableParams(change(readTableSearch(options, now)), options)
    setSearch(params, { isReplaced, isFromTop })
  }

  return {
    ...content,
    turn: ({ page, size }, { isReplaced = false } = {}) =>
      write((now) => ({ ...now, page, size }), isReplaced, !isReplaced),
    seek: (search) => {
      // A search that was typed and removed at once must not lead back to the first page.
      const isNew = search !== readTableSearch(options, router.latestLocation.search).search
      if (isNew) write((now) => ({ ...now, page: 0, search }), true)
    },
    filter: (changes, { isReplaced = false } = {}) =>
      write((now) => ({ ...now, page: 0, filters: { ...now.filters, ...changes } }), isReplaced),
    clearFilters: () =>
      write((now) => ({ ...now, page: 0, search: '', filters: options.filters(() => undefined) }), false),
  }
}

/** Moves to the last page if rows were removed and the current page no longer exists. */
export function usePageInRange(
  { page, size, turn }: Pick<TableSearch, 'page' | 'size' | 'turn'>,
  total: number | null | undefined,
): void {
  const last = total == null ? page : Math.max(0, Math.ceil(total / size) - 1)
  useEffect(() => {
    if (page > last) turn({ page: last, size }, { isReplaced: true })
  })
}

/** Removes the @ with which usernames are shown, and therefore typed or pasted. */
export function withoutAtSign(search: string): string {
  return search.replace(/^@\s*/, '')
}

export function readTableSearch<F extends Filters>(options: Options<F>, search: unknown): Content<F> {
  const read: ReadParam = (name) => textIn(search, name)
  const size = wholeIn(read('size'), 1, 100)
  const isOffered = size !== undefined && options.sizes.includes(size)
  return {
    page: wholeIn(read('page'), 0, lastPage) ?? 0,
    size: isOffered ? size : defaultSize(options),
    search: searchTextIn(search, 'search'),
    filters: options.filters(read),
  }
}

export function tableParams<F extends Filters>(content: Content<F>, options: Options<F>): Params {
  const { page, size, search, filters } = content
  return paramsOf({
    ...filters,
    search: search === '' ? undefined : search,
    page: page === 0 ? undefined : page,
    size: size === defaultSize(options) ? undefined : size,
  })
}

function defaultSize({ sizes, size = sizes[0] ?? 20 }: { sizes: readonly number[]; size?: number }): number {
  return size
}
