import { createGenre } from '@rootsquare/contract/trade/genres'
import { type Item } from '@rootsquare/contract/trade/market'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import { useRef, type RefObject } from 'react'
import { allGenres, itemsFailed } from '#web/features/market/market-api.ts'
import { ItemGrid, ItemGridSkeleton } from '#web/features/market/browse/item-grid.tsx'
import { MarketFilterBar } from '#web/features/market/browse/market-filters.tsx'
import { MarketHero } from '#web/features/market/browse/market-hero.tsx'
import {
  emptyText,
  isFiltered,
  marketItems,
  pageSize,
  useMarketSearch,
} from '#web/features/market/browse/market-search.ts'
import type { MarketSearch } from '#web/features/market/browse/market-search.ts'
import { PageLinks } from '#web/features/market/browse/page-links.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { usePageInRange } from '#web/lib/navigation/table-search.ts'
import { MarketItem } from '#web/pages/market/market-item.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { hasAccess } from '#web/lib/session/access.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { SearchPill } from '#web/ui/fields/search-pill.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './marketplace-page.module.css'

type Market = ReturnType<typeof useMarketSearch>

export function MarketplacePage() {
  usePageTitle('Marketplace')
  const session = useSession()
  const market = useMarketSearch()
  const isPhone = useMediaQuery('(max-width: 767px)')
  const ad = useLoadedDialog(
    async () => (await import('#web/features/market/publish/ad-dialog.tsx')).AdDialog,
  )
  // The page renders once more after the session ends, before the guard redirects.
  if (session === null) return null
  const { q, item } = market.search
  return (
    <div className={classes.page}>
      <MarketHero onPublish={() => void ad.open()}>
        {isPhone && <SearchPill label="Search items" hint="Search" value={q} onSearch={market.seek} />}
      </MarketHero>
      <ItemResults market={market} isPhone={isPhone} isStaff={hasAccess(session.roles, createGenre)} />
      {ad.Dialog && <ad.Dialog onClose={ad.close} />}
      {item !== undefined && <MarketItem itemId={item} onClose={market.closeItem} />}
    </div>
  )
}

type ItemResultsProps = { market: Market; isStaff: boolean }

function ItemResults({ market, isPhone, isStaff }: ItemResultsProps & { isPhone: boolean }) {
  const { search, seek, filter } = market
  const heading = useRef<HTMLHeadingElement>(null)
  const category = useLoadedDialog(
    async () => (await import('#web/features/market/review/add-category-dialog.tsx')).AddCategoryDialog,
  )
  const saved = useLoadedDialog(
    async () => (await import('#web/features/market/searches/searches-dialog.tsx')).SavedSearchesDialog,
  )
  const save = useSaveSearch(search)
  const items = useQuery(marketItems(search, isStaff))
  const total = items.data?.totalElements ?? undefined

  const isNarrowed = isFiltered(search) || search.sort !== undefined

  // The pressed button disappears with the filters, so the focus moves to the heading.
  function clear(): void {
    heading.current?.focus()
    market.clear()
  }

  return (
    <section aria-labelledby="listed">
      {/* On a phone the items come first until something is searched. The focus still finds the heading. */}
      <div className={isPhone && !isNarrowed ? 'sr-only' : `flex-row wrap ${classes.bar}`}>
        <h2 id="listed" ref={heading} tabIndex={-1} className="no-ring text-l leading-tight">
          {isNarrowed ? 'Results' : 'Recently Listed'}
        </h2>
        <output className="muted">{countText(total, items.data?.capped)}</output>
        {!isPhone && (
          <div className={`flex-row gap-2xs ${classes.search}`}>
            <SearchPill label="Search items" value={search.q} onSearch={seek} />
            <button
              type="button"
              aria-label="Saved searches"
              className="plain-control flex-row gap-xs strong rigid touch hover-mark pad-x-s full-radius"
              onClick={() => void saved.open()}
            >
              <Icon of={Bookmark} />
              Saved
            </button>
          </div>
        )}
      </div>
      <MarketFilterBar
        search={search}
        isStaff={isStaff}
        isPhone={isPhone}
        onFilter={filter}
        onSheet={market.filterFromSheet}
        onClear={clear}
        onSave={() => void save()}
        onSaved={() => void saved.open()}
        onAddCategory={() => void category.open()}
      />
      <Results market={{ ...market, clear }} isStaff={isStaff} items={items} heading={heading} />
      {category.Dialog && <category.Dialog onClose={category.close} />}
      {saved.Dialog && <saved.Dialog onClose={saved.close} />}
    </section>
  )
}

/** Saves a search. The code is loaded on first use, as that of the dialogs. */
function useSaveSearch(search: MarketSearch): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    try {
      const { saveMarketSearch } = await import('#web/features/market/searches/searches-api.ts')
      showSnackbar('success', (await saveMarketSearch(queryClient, search)) ?? 'Search saved.')
    } catch (failure) {
      showSnackbar('error', errorText(failure))
    }
  }
}

type ResultsProps = ItemResultsProps & {
  items: UseQueryResult<Paged<Item>>
  heading: RefObject<HTMLElement | null>
}

function Results({ market: { search, clear, correctPage }, isStaff, items, heading }: ResultsProps) {
  const paging = { page: search.page - 1, size: pageSize }
  const turn = ({ page }: { page: number }) => correctPage(page + 1)
  usePageInRange({ ...paging, turn }, items.isPlaceholderData ? null : items.data?.totalElements)
  useErrorSnackbar(items.isLoadingError ? itemsFailed : null, items.errorUpdateCount)
  if (items.isPending) return <ItemGridSkeleton />
  if (items.isLoadingError) return <ErrorCard text={itemsFailed} onRetry={() => void items.refetch()} />
  const { content, totalPages } = items.data
  if (content.length === 0) return <Empty search={search} onClear={clear} />
  return (
    <>
      <ItemGrid items={content} isWaiting={items.isPlaceholderData} search={search} isStaff={isStaff} />
      {/* After a page change, the reader starts again at the top. */}
      <PageLinks search={search} last={totalPages ?? 1} onTurn={() => heading.current?.focus()} />
    </>
  )
}

function Empty({ search, onClear }: { search: MarketSearch; onClear: () => void }) {
  const { data: genres } = useQuery(allGenres)
  const showAll = (
    <button type="button" className="text-link touch pad-x-xs" onClick={onClear}>
      Show all items
    </button>
  )
  const isAll = !isFiltered(search)
  return (
    <EmptyCard
      text={isAll ? 'Nothing is for sale yet.' : emptyText(search, genres)}
      action={isAll ? null : showAll}
    />
  )
}

/** A search counts only its best results. */
function countText(total: number | undefined, isCapped = false): string {
  if (total === undefined) return ''
  if (total === 0) return 'No items'
  return isCapped ? `The best ${quantityText(total, 'item')}` : quantityText(total, 'item')
}
