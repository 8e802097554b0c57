import { deliveryMethods, sorts } from '@rootsquare/contract/trade/market'
import { useQuery } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import Plus from 'lucide-react/icons/plus'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useId, useState, type ReactNode } from 'react'
import { allStates } from '#web/entities/places/states.ts'
import { allGenres } from '#web/features/market/market-api.ts'
import {
  approvals,
  canBeSaved,
  isFiltered,
  withoutFilters,
} from '#web/features/market/browse/market-search.ts'
import type { MarketFilters, MarketSearch } from '#web/features/market/browse/market-search.ts'
import { PriceRange, type PriceBounds } from '#web/features/market/browse/price-range.tsx'
import { oneOf } from '#web/lib/navigation/search-params.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
import classes from './market-filters.module.css'

type FilterBarProps = {
  search: MarketSearch
  isStaff: boolean
  isPhone: boolean
  onFilter: (changes: MarketFilters) => void
  /** Applies what was chosen in the sheet of phones, and closes it. */
  onSheet: (changes: MarketFilters) => void
  onClear: () => void
  onSave: () => void
  onSaved: () => void
  onAddCategory: () => void
}

/** Shows the categories in one row. On a phone all other filters are in a sheet, so that the items come first. */
export function MarketFilterBar(props: FilterBarProps) {
  const { search, isStaff, isPhone, onFilter, onAddCategory } = props
  return (
    <div className={`${classes.bar} stack gap-xs margin-bottom-m`}>
      <div className={`flex-row ${classes.categories}`}>
        {isPhone && <SheetOpener {...props} />}
        <CategoryChips
          chosen={search.category}
          onChoose={(chosen) => onFilter({ category: chosen })}
          onAdd={isStaff ? onAddCategory : null}
        />
      </div>
      {!isPhone && (
        <Filters {...{ search, isStaff, onFilter }} onRange={onFilter}>
          {isFiltered(search) && <ClearButton onClear={props.onClear} />}
          {canBeSaved(search) && <SaveButton onSave={props.onSave} />}
        </Filters>
      )}
    </div>
  )
}

function SheetOpener(props: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`gap-xs touch semibold rigid ${classes.pill}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon of={SlidersHorizontal} />
        <span>
          Filter<span className="sr-only"> and sort</span>
          {countText(props.search)}
        </span>
      </button>
      {isOpen && <FilterSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Collects the filters, and applies them together. */
function FilterSheet(props: FilterBarProps & { onClose: () => void }) {
  const { search, isStaff, onSheet, onSave, onSaved, onClose } = props
  const formId = useId()
  const [changes, setChanges] = useState<MarketFilters>({})
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Filter and sort"
      footer={
        <Button type="submit" form={formId}>
          Show the items
        </Button>
      }
    >
      <Filters
        search={{ ...search, ...changes }}
        isStaff={isStaff}
        formId={formId}
        onFilter={(some) => setChanges((now) => ({ ...now, ...some }))}
        onRange={(range) => onSheet({ ...changes, ...range })}
      >
        {isFiltered(search) && <ClearButton onClear={() => onSheet(withoutFilters)} />}
        {canBeSaved(search) && <SaveButton onSave={onSave} />}
        <button
          type="button"
          className="text-link touch pad-x-xs"
          onClick={() => {
            onClose()
            onSaved()
          }}
        >
          Saved searches
        </button>
      </Filters>
    </Dialog>
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className="text-link touch pad-x-xs" onClick={onClear}>
      Clear All Filters
    </button>
  )
}

function SaveButton({ onSave }: { onSave: () => void }) {
  return (
    <button type="button" className="text-link touch pad-x-xs" onClick={onSave}>
      Save this search
    </button>
  )
}

type FiltersProps = ChoiceProps & {
  isStaff: boolean
  formId?: string
  onRange: (range: PriceBounds) => void
  children: ReactNode
}

function Filters({ search, isStaff, formId, onFilter, onRange, children }: FiltersProps) {
  return (
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
      <PriceRange min={search.min} max={search.max} formId={formId} onChange={onRange} />
      {children}
    </div>
  )
}

/** Counts what the sheet hides. The category is in sight. */
function countText(search: MarketSearch): string {
  const { min, max, favorites, state, inStock, method, wellRated, sort, approval } = search
  const chosen = [min ?? max, state, method, sort, approval].filter((one) => one !== undefined)
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

type ChoiceProps = Pick<FilterBarProps, 'search' | 'onFilter'>

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
