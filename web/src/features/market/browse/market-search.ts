import { sorts } from '@rootsquare/contract/market'
import { mostNaira } from '@rootsquare/contract/money'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { valueOf } from '#web/lib/storage/saved-json.ts'
import { idIn, oneOf } from '#web/lib/navigation/table-search.ts'

export const pageSize = 20
export const approvals = ['approved', 'unapproved'] as const

/** What the address of the marketplace says. Pages count from 1 there, and from 0 on the wire. */
export type MarketSearch = {
  q: string
  category: number | undefined
  /** Undefined is the best match where something is sought, else the newest. */
  sort: (typeof sorts)[number] | undefined
  min: number | undefined
  max: number | undefined
  favorites: boolean
  /** Only staff are asked; to others it means nothing. */
  approval: (typeof approvals)[number] | undefined
  page: number
  item: number | undefined
}
export type MarketFilters = Partial<Omit<MarketSearch, 'page' | 'item'>>
type Address = Record<string, string | number | boolean | undefined>

const longestSearch = 100
const lastPage = 1_000_000

export function useMarketSearch() {
  const router = useRouter()
  const navigate = useNavigate()
  const search = readMarket(useSearch({ strict: false }))

  /** From what the address says now: a search that was still being typed must not undo a filter chosen since. */
  function write(change: (now: MarketSearch) => MarketSearch, isReplaced: boolean): void {
    void navigate({
      to: '.',
      search: (now) => addressOf(change(readMarket(now))),
      replace: isReplaced,
      // What lies over the page by now stays there; the router itself may not have heard of it yet.
      state: { keepsFocus: true, layers: router.history.location.state.layers },
      resetScroll: false,
    })
  }

  return {
    search,
    filter: (changes: MarketFilters) => write((now) => ({ ...now, ...changes, page: 1 }), false),
    seek: (q: string) => {
      // Typed and taken back at once: whoever is on a later page stays there.
      const isNew = q !== readMarket(router.latestLocation.search).q
      if (isNew) write((now) => ({ ...now, q, page: 1 }), true)
    },
    clear: () => write(({ item }) => ({ ...readMarket({}), item }), false),
    /** For a page that is none any more. */
    correctPage: (page: number) => write((now) => ({ ...now, page }), true),
    closeItem: () => write((now) => ({ ...now, item: undefined }), true),
  }
}

/** What is broken or unknown there counts as not given. */
export function readMarket(search: unknown): MarketSearch {
  const given = (name: string) => {
    const value = valueOf(search, name)
    // The router reads `?q=12` as a number.
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
  }
  const q = [...(given('q') ?? '').trim()].slice(0, longestSearch).join('')
  const sort = oneOf(sorts, given('sort'))
  return {
    q,
    category: idIn(given('category')),
    sort: sort === (q === '' ? 'newest' : 'best') || (q === '' && sort === 'best') ? undefined : sort,
    min: nairaIn(given('min')),
    max: nairaIn(given('max')),
    favorites: given('favorites') === 'true',
    approval: oneOf(approvals, given('approval')),
    page: Math.min(idIn(given('page')) ?? 1, lastPage),
    item: idIn(given('item')),
  }
}

export function addressOf({ q, favorites, page, ...rest }: MarketSearch): Address {
  return {
    ...rest,
    q: q === '' ? undefined : plain(q),
    favorites: favorites || undefined,
    page: page === 1 ? undefined : page,
  }
}

/** Figures stand there as they are, without the quotes that the router would put around a word of figures. */
function plain(text: string): string | number {
  return String(Number(text)) === text ? Number(text) : text
}

export function wireOf({ q, category, sort, min, max, favorites, page }: MarketSearch) {
  return {
    page: page - 1,
    size: pageSize,
    name: q === '' ? undefined : q,
    genreId: category,
    sort,
    minPrice: min,
    maxPrice: max,
    favorite: favorites ? ('true' as const) : undefined,
  }
}

export function isFiltered(search: MarketSearch): boolean {
  const { q, category, min, max, favorites, approval } = search
  return q !== '' || favorites || [category, min, max, approval].some((one) => one !== undefined)
}

/** As people write it, `₦12,500.50` too; undefined where it is no amount. */
export function nairaIn(text: string | undefined): number | undefined {
  const figures = text?.replaceAll(/[₦,\s]/g, '') ?? ''
  const naira = /^\d{1,10}(\.\d{1,2})?$/.test(figures) ? Number(figures) : mostNaira + 1
  return naira <= mostNaira ? naira : undefined
}
