import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { propertyOf } from '#web/lib/browser/property-of.ts'

type Filters = Record<string, string | number | undefined>
/** Reads a value in the address, if it is a text or a number. */
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

const longestSearch = 100
const lastPage = 1_000_000

/**
 * Page, size, search and filters of a table live in the address: a reload, Back and a shared link show the same rows.
 * Invalid values are ignored.
 */
export function useTableSearch<F extends Filters>(options: Options<F>): TableSearch<F> {
  const router = useRouter()
  const navigate = useNavigate()
  const content = readTableSearch(options, useSearch({ strict: false }))

  /** Starts from the current address, so that a search typed before does not undo a filter chosen since. */
  function write(change: (now: Content<F>) => Content<F>, isReplaced: boolean, isFromTop = false): void {
    // The entry of a dialog is replaced, so that Back does not lead to a closed dialog.
    const isInLayer = (router.history.location.state.layers ?? []).length > 0
    void navigate({
      to: '.',
      search: (now) => tableAddress(change(readTableSearch(options, now)), options),
      replace: isReplaced || isInLayer,
      state: { keepsFocus: true },
      resetScroll: isFromTop,
    })
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

export function oneOf<const Value extends string>(values: readonly Value[], text: string | undefined) {
  return values.find((value) => value === text)
}

export function idIn(text: string | undefined): number | undefined {
  return wholeIn(text, 1, Number.MAX_SAFE_INTEGER)
}

function wholeIn(text: string | undefined, min: number, max: number): number | undefined {
  const number = text !== undefined && /^\d+$/.test(text) ? Number(text) : -1
  return number >= min && number <= max ? number : undefined
}

export function readTableSearch<F extends Filters>(options: Options<F>, search: unknown): Content<F> {
  const read: ReadParam = (name) => {
    const value = propertyOf(search, name)
    // The router reads `?search=12` as a number.
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
  }
  const size = wholeIn(read('size'), 1, 100)
  const isOffered = size !== undefined && options.sizes.includes(size)
  return {
    page: wholeIn(read('page'), 0, lastPage) ?? 0,
    size: isOffered ? size : defaultSize(options),
    search: [...(read('search') ?? '').trim()].slice(0, longestSearch).join(''),
    filters: options.filters(read),
  }
}

export function tableAddress<F extends Filters>(content: Content<F>, options: Options<F>): Filters {
  const { page, size, search, filters } = content
  return {
    ...filters,
    search: search === '' ? undefined : plain(search),
    page: page === 0 ? undefined : page,
    size: size === defaultSize(options) ? undefined : size,
  }
}

function defaultSize({ sizes, size = sizes[0] ?? 20 }: { sizes: readonly number[]; size?: number }): number {
  return size
}

/** Writes digits as a number, because the router would put quotes around a text of digits. */
function plain(text: string): string | number {
  return String(Number(text)) === text ? Number(text) : text
}
