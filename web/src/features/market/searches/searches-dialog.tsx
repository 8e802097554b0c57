import type { Genre } from '@rootsquare/contract/trade/genres'
import { nairaText } from '@rootsquare/contract/lib/money'
import type { SavedSearch } from '@rootsquare/contract/trade/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useNeighbourFocus } from '#web/ui/overlays/use-neighbour-focus.ts'
import { useStateNames } from '#web/entities/places/states.ts'
import { allGenres } from '#web/features/market/market-api.ts'
import { marketParams, readMarket } from '#web/features/market/browse/market-search.ts'
import { savedSearches, useDeleteSavedSearch } from '#web/features/market/searches/searches-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './searches-dialog.module.css'

const emptyText =
  'No saved searches yet. Choose a filter or search for a word, then press “Save this search”.'

export function SavedSearchesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Saved searches" width={480}>
      <SavedSearches />
    </Dialog>
  )
}

function SavedSearches() {
  const searches = useQuery(savedSearches)
  if (searches.isPending) return <RowsSkeleton label="Loading your saved searches" count={3} isBare />
  if (searches.isLoadingError) return <LoadError query={searches} />
  if (searches.data.length === 0) return <EmptyMessage text={emptyText} />
  return (
    <>
      <p className="muted">We notify you when something new matches.</p>
      <ul aria-label="Saved searches">
        <ListRows of={searches.data} rowKey={({ id }) => id}>
          {(search) => <SearchRow search={search} />}
        </ListRows>
      </ul>
    </>
  )
}

function SearchRow({ search }: { search: SavedSearch }) {
  const row = useRef<HTMLLIElement>(null)
  useNeighbourFocus(row)
  const { data: genres = [] } = useQuery(allGenres)
  const [state] = useStateNames(search.state === null ? [] : [search.state])
  const remove = useDeleteSavedSearch()
  const label = labelOf(search, genres, state)

  function deleteSearch(): void {
    if (remove.isPending) return
    remove.mutate(search.id, { onError: (failure) => showSnackbar('error', errorText(failure)) })
  }

  return (
    <li ref={row} className="divided flex-row between gap-s min-height-52">
      <Link
        to="/marketplace"
        search={addressFor(search)}
        replace
        className={`text-link breakable touch ${classes.open} display-grid fill`}
      >
        {label}
      </Link>
      <IconButton label={`Remove ${label}`} onClick={deleteSearch} icon={Trash2} />
    </li>
  )
}

function addressFor({ name, genreId, minPrice, maxPrice, state, inStock, method }: SavedSearch) {
  const filters = { q: name, category: genreId, min: minPrice, max: maxPrice, state, inStock, method }
  return marketParams(readMarket(filters))
}

const methodTexts = { PICKUP: 'pick-up', DELIVERY: 'delivered' }

/** Returns text such as “adire” · Textiles · Lagos · from ₦100.00 · in stock. */
function labelOf(search: SavedSearch, genres: Genre[], state = search.state): string {
  const { name, genreId, minPrice, maxPrice, inStock, method } = search
  const parts = [
    name !== null && `“${name}”`,
    genres.find(({ id }) => id === genreId)?.name,
    state,
    minPrice !== null && `from ${nairaText(minPrice)}`,
    maxPrice !== null && `to ${nairaText(maxPrice)}`,
    inStock && 'in stock',
    method !== null && methodTexts[method],
  ]
  return parts.filter(Boolean).join(' · ')
}
