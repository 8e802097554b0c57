import { deliveryMethods, sorts } from '@rootsquare/contract/trade/market'
import { useQuery } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import Plus from 'lucide-react/icons/plus'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useId, useRef, useState, type ReactNode } from 'react'
import { allStates } from '#web/entities/places/states.ts'
import { allGenres } from '#web/features/market/market-api.ts'
import { approvals, canBeSaved, isFiltered } from '#web/features/market/browse/market-search.ts'
import type { MarketFilters, MarketSearch } from '#web/features/market/browse/market-search.ts'
import { PriceRange, type PriceBounds } from '#web/features/market/browse/price-range.tsx'
import { oneOf } from '#web/lib/navigation/search-params.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
import classes from './market-filters.module.css'

type MarketFiltersProps = {
  search: MarketSearch
  isStaff: boolean
  onFilter: (changes: MarketFilters) => void
  onClear: () => void
  onSave: () => void
  onAddCategory: () => void
}

/** On a phone the filters are collapsed behind a button, so that the items come first. */
export function MarketFilterBar(props: MarketFiltersProps) {
  const { search, isStaff, onFilter, onClear, onSave, onAddCategory } = props
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { category, min, max } = search

  /** Shows the items on a phone, where the open filters cover them. */
  function applyRange(range: PriceBounds): void {
    onFilter(range)
    if (!isOpen) return
    setOpen(false)
    opener.current?.focus()
  }

  return (
    <div className={`${classes.bar} margin-bottom-m`}>
      <button
        ref={opener}
        type="button"
        className={`gap-xs touch semibold breakable ${classes.pill} ${classes.opener}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={SlidersHorizontal} />
        Filter and sort{countText(search)}
      </button>
      <div id={id} className={`stack gap-xs ${classes.filters}`} data-open={isOpen || undefined}>
        <CategoryChips
          chosen={category}
          onChoose={(chosen) => onFilter({ category: chosen })}
          onAdd={isStaff ? onAddCategory : null}
        />
        <div className={`flex-row wrap ${classes.row} align-top`}>
          <Sort search={search} onFilter={onFilter} />
          {isStaff && (
            <FilterChoice
              label="Approval"
              options={approvalOptions}
              value={search.approval}
              onChange={(value) => onFilter({ approval: oneOf(approvals, value) })}
            />
          )}
          <State search={search} onFilter={onFilter} />
          <FilterChoice
            label="Delivery"
            none="Any"
            options={methodOptions}
            value={search.method}
            onChange={(value) => onFilter({ method: oneOf(deliveryMethods, value) })}
          />
          <Toggles search={search} onFilter={onFilter} />
          <PriceRange min={min} max={max} onChange={applyRange} />
          {isFiltered(search) && (
            <button type="button" className="text-link touch pad-x-xs" onClick={onClear}>
              Clear All Filters
            </button>
          )}
          {canBeSaved(search) && (
            <button type="button" className="text-link touch pad-x-xs" onClick={onSave}>
              Save this search
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

function countText(search: MarketSearch): string {
  const { category, min, max, favorites, state, inStock, method, wellRated, sort, approval } = search
  const chosen = [category, min ?? max, state, method, sort, approval].filter((one) => one !== undefined)
  const count = chosen.length + Number(favorites) + Number(inStock) + Number(wellRated)
  return count === 0 ? '' : ` (${count})`
}

type ToggleProps = { isOn: boolean; onToggle: () => void; children: ReactNode }

function Toggle({ isOn, onToggle, children }: ToggleProps) {
  return (
    <button
      type="button"
      className={`gap-xs touch semibold breakable ${classes.pill}`}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {children}
    </button>
  )
}

type ChoiceProps = Pick<MarketFiltersProps, 'search' | 'onFilter'>

function Toggles({ search: { favorites, inStock, wellRated }, onFilter }: ChoiceProps) {
  return (
    <>
      <Toggle isOn={wellRated} onToggle={() => onFilter({ wellRated: !wellRated })}>
        Rated 4+
      </Toggle>
      <Toggle isOn={inStock} onToggle={() => onFilter({ inStock: !inStock })}>
        In stock
      </Toggle>
      <Toggle isOn={favorites} onToggle={() => onFilter({ favorites: !favorites })}>
        <Icon of={Heart} isFilled={favorites} />
        Favourites
      </Toggle>
    </>
  )
}

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

/** Shows the code of a chosen state until the names are loaded. */
function State({ search: { state }, onFilter }: ChoiceProps) {
  const { data } = useQuery(allStates())
  const known = data ?? (state === undefined ? [] : [{ code: state, name: state }])
  return (
    <FilterChoice
      label="State"
      none="Anywhere"
      options={known.map(({ code, name }) => ({ value: code, name }))}
      value={state}
      onChange={(value) => onFilter({ state: value === '' ? undefined : value })}
    />
  )
}

const methodOptions = [
  { value: 'PICKUP', name: 'Pick-up' },
  { value: 'DELIVERY', name: 'Delivered' },
]
const approvalOptions = [
  { value: 'approved', name: 'Approved' },
  { value: 'unapproved', name: 'Unapproved' },
]

type CategoryChipsProps = {
  chosen: number | undefined
  onChoose: (category: number | undefined) => void
  /** Null if the viewer may not add categories. */
  onAdd: (() => void) | null
}

function CategoryChips({ chosen, onChoose, onAdd }: CategoryChipsProps) {
  const genres = useQuery(allGenres)
  const error = genres.isLoadingError ? errorText(genres.error) : null
  useErrorSnackbar(error, genres.errorUpdateCount)
  return (
    <fieldset className={`flex-row wrap touch ${classes.chips}`} aria-label="Categories">
      <Toggle isOn={chosen === undefined} onToggle={() => onChoose(undefined)}>
        All
      </Toggle>
      <ListRows of={genres.data ?? []} rowKey={({ id }) => id} as="div">
        {({ id, name }) => (
          <Toggle isOn={id === chosen} onToggle={() => onChoose(id)}>
            {name}
          </Toggle>
        )}
      </ListRows>
      {error !== null && (
        <Button variant="outline" onClick={() => void genres.refetch()}>
          Load the categories again
        </Button>
      )}
      {onAdd !== null && (
        <button
          type="button"
          className={`gap-xs touch semibold breakable ${classes.pill} ${classes.add}`}
          onClick={onAdd}
        >
          <Icon of={Plus} />
          Add Category
        </button>
      )}
    </fieldset>
  )
}
