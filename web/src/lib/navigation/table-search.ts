import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { valueOf } from '#web/lib/storage/saved-json.ts'

type Filters = Record<string, string | number | undefined>
/** What stands in the address under a name, if it is a word or a number. */
type Given = (name: string) => string | undefined
type Options<F extends Filters> = {
  /** How many rows a page may have; the first is what a clean address means unless `size` says otherwise. */
  sizes: readonly number[]
  size?: number
  /** Reads what it knows and answers undefined for the rest: `(given) => ({ state: oneOf(states, given('state')) })`. */
  filters: (given: Given) => F
}
type Place = { page: number; size: number }
type Content<F extends Filters> = Place & { search: string; filters: F }
type Way = { isReplaced?: boolean }

export type TableSearch<F extends Filters = Filters> = Content<F> & {
  turn: (place: Place, way?: Way) => void
  seek: (text: string) => void
  /** Undefined takes a filter away. */
  filter: (changes: Partial<F>, way?: Way) => void
  /** The search as well. */
  clearFilters: () => void
}

const longestSearch = 100
const lastPage = 1_000_000

/**
 * Page, size, search and filters of a table live in the address: a reload, Back and a shared link show the same rows.
 * What is broken there counts as not given.
 */
export function useTableSearch<F extends Filters>(options: Options<F>): TableSearch<F> {
  const router = useRouter()
  const navigate = useNavigate()
  const content = readTableSearch(options, useSearch({ strict: false }))

  /** From what the address says now: a search that was still being typed must not undo a filter chosen since. */
  function write(change: (now: Content<F>) => Content<F>, isReplaced: boolean, isFromTop = false): void {
    // A dialog's own entry gives way, so that Back does not lead to a closed dialog.
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
      // Typed and taken back at once: whoever is on a later page stays there.
      const isNew = search !== readTableSearch(options, router.latestLocation.search).search
      if (isNew) write((now) => ({ ...now, page: 0, search }), true)
    },
    filter: (changes, { isReplaced = false } = {}) =>
      write((now) => ({ ...now, page: 0, filters: { ...now.filters, ...changes } }), isReplaced),
    clearFilters: () =>
      write((now) => ({ ...now, page: 0, search: '', filters: options.filters(() => undefined) }), false),
  }
}

/** Rows may have gone since the address was written: a page behind the last one becomes the last one. */
export function usePageInRange(
  { page, size, turn }: Pick<TableSearch, 'page' | 'size' | 'turn'>,
  total: number | null | undefined,
): void {
  const last = total == null ? page : Math.max(0, Math.ceil(total / size) - 1)
  useEffect(() => {
    if (page > last) turn({ page: last, size }, { isReplaced: true })
  })
}

/** Usernames are shown with an @ everywhere, and so written or pasted. */
export function soughtIn(search: string): string {
  return search.replace(/^@\s*/, '')
}

export function oneOf<const Word extends string>(words: readonly Word[], given: string | undefined) {
  return words.find((word) => word === given)
}

export function idIn(given: string | undefined): number | undefined {
  return wholeIn(given, 1, Number.MAX_SAFE_INTEGER)
}

function wholeIn(given: string | undefined, min: number, max: number): number | undefined {
  const figure = given !== undefined && /^\d+$/.test(given) ? Number(given) : -1
  return figure >= min && figure <= max ? figure : undefined
}

/** What an address says of a table. */
export function readTableSearch<F extends Filters>(options: Options<F>, search: unknown): Content<F> {
  const given: Given = (name) => {
    const value = valueOf(search, name)
    // The router reads `?search=12` as a number.
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
  }
  const size = wholeIn(given('size'), 1, 100)
  const isOffered = size !== undefined && options.sizes.includes(size)
  return {
    page: wholeIn(given('page'), 0, lastPage) ?? 0,
    size: isOffered ? size : usualSize(options),
    search: [...(given('search') ?? '').trim()].slice(0, longestSearch).join(''),
    filters: options.filters(given),
  }
}

export function tableAddress<F extends Filters>(content: Content<F>, options: Options<F>): Filters {
  const { page, size, search, filters } = content
  return {
    ...filters,
    search: search === '' ? undefined : plain(search),
    page: page === 0 ? undefined : page,
    size: size === usualSize(options) ? undefined : size,
  }
}

function usualSize({ sizes, size = sizes[0] ?? 20 }: { sizes: readonly number[]; size?: number }): number {
  return size
}

/** Figures stand in the address as they are, without the quotes that the router would put around a word of figures. */
function plain(text: string): string | number {
  return String(Number(text)) === text ? Number(text) : text
}
