import { sorts } from '@rootsquare/contract/market'
import { useQuery } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import Plus from 'lucide-react/icons/plus'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useId, useState } from 'react'
import { allGenres } from '#web/features/market/browse/api.ts'
import { approvals, isFiltered } from '#web/features/market/browse/market-search.ts'
import type { MarketFilters, MarketSearch } from '#web/features/market/browse/market-search.ts'
import { PriceRange } from '#web/features/market/browse/price-range.tsx'
import { oneOf } from '#web/lib/navigation/table-search.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './market-filters.module.css'

type MarketFiltersProps = {
  search: MarketSearch
  isStaff: boolean
  onFilter: (changes: MarketFilters) => void
  onClear: () => void
  onAddCategory: () => void
}

/** Folded behind a button on a phone, so that the items are the first thing on the screen. */
export function MarketFilterBar({ search, isStaff, onFilter, onClear, onAddCategory }: MarketFiltersProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { category, min, max, favorites, sort, approval } = search
  const count = [category, min ?? max, favorites || undefined, sort, approval].filter(
    (one) => one !== undefined,
  ).length
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={[classes.pill, classes.opener].join(' ')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal size={20} strokeWidth={1.9} aria-hidden="true" />
        Filter and sort{count > 0 && ` (${count})`}
      </button>
      <div id={id} className={['stack gap-8', classes.filters].join(' ')} data-open={isOpen || undefined}>
        <CategoryChips
          chosen={category}
          onChoose={(chosen) => onFilter({ category: chosen })}
          onAdd={isStaff ? onAddCategory : null}
        />
        <div className={['row wrap', classes.row].join(' ')}>
          <Sort search={search} onFilter={onFilter} />
          {isStaff && <Approval search={search} onFilter={onFilter} />}
          <button
            type="button"
            className={[classes.pill, classes.favorites].join(' ')}
            aria-pressed={favorites}
            onClick={() => onFilter({ favorites: !favorites })}
          >
            <Heart
              size={18}
              strokeWidth={1.9}
              fill={favorites ? 'currentcolor' : 'none'}
              aria-hidden="true"
            />
            Favourites
          </button>
          <PriceRange min={min} max={max} onChange={onFilter} />
          {isFiltered(search) && (
            <button type="button" className={['link', classes.clear].join(' ')} onClick={onClear}>
              Clear All Filters
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

type ChoiceProps = Pick<MarketFiltersProps, 'search' | 'onFilter'>

const byPrice = [
  { value: 'price', name: 'Price low to high' },
  { value: '-price', name: 'Price high to low' },
]

function Sort({ search: { q, sort }, onFilter }: ChoiceProps) {
  const isSearching = q !== ''
  return (
    <FilterChoice
      label="Sort"
      none={isSearching ? 'Best match' : 'Newest'}
      options={isSearching ? [{ value: 'newest', name: 'Newest' }, ...byPrice] : byPrice}
      value={sort}
      onChange={(value) => onFilter({ sort: oneOf(sorts, value) })}
    />
  )
}

function Approval({ search: { approval }, onFilter }: ChoiceProps) {
  return (
    <FilterChoice
      label="Approval"
      options={[
        { value: 'approved', name: 'Approved' },
        { value: 'unapproved', name: 'Unapproved' },
      ]}
      value={approval}
      onChange={(value) => onFilter({ approval: oneOf(approvals, value) })}
    />
  )
}

type CategoryChipsProps = {
  chosen: number | undefined
  onChoose: (category: number | undefined) => void
  /** Null for those who may not add one. */
  onAdd: (() => void) | null
}

function CategoryChips({ chosen, onChoose, onAdd }: CategoryChipsProps) {
  const genres = useQuery(allGenres)
  const error = genres.isLoadingError ? errorText(genres.error) : null
  useErrorSnackbar(error, genres.errorUpdateCount)
  return (
    <fieldset className={['row wrap', classes.chips].join(' ')} aria-label="Categories">
      <Chip name="All" isChosen={chosen === undefined} onChoose={() => onChoose(undefined)} />
      {genres.data?.map(({ id, name }) => (
        <Chip key={id} name={name} isChosen={id === chosen} onChoose={() => onChoose(id)} />
      ))}
      {error !== null && (
        <Button variant="outline" onClick={() => void genres.refetch()}>
          Load the categories again
        </Button>
      )}
      {onAdd !== null && (
        <button type="button" className={[classes.pill, classes.add].join(' ')} onClick={onAdd}>
          <Plus size={18} strokeWidth={1.9} aria-hidden="true" />
          Add Category
        </button>
      )}
    </fieldset>
  )
}

type ChipProps = { name: string; isChosen: boolean; onChoose: () => void }

function Chip({ name, isChosen, onChoose }: ChipProps) {
  return (
    <button
      type="button"
      className={[classes.pill, classes.chip].join(' ')}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {name}
    </button>
  )
}
