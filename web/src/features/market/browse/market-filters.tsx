import { deliveryMethods, sorts } from '@rootsquare/contract/trade/market'
import { useQuery } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import Plus from 'lucide-react/icons/plus'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react'
import { allStates } from '#web/entities/places/states.ts'
import { allGenres } from '#web/features/market/browse/api.ts'
import { approvals, canBeSaved, isFiltered, nairaIn } from '#web/features/market/browse/market-search.ts'
import type { MarketFilters, MarketSearch } from '#web/features/market/browse/market-search.ts'
import { withSeparators } from '#web/lib/format/price-text.ts'
import { oneOf } from '#web/lib/navigation/table-search.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
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
  const [isOpen, setOpen] = useState(false)
  const { category, min, max, favorites, inStock, wellRated } = search
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={`gap-8 touch semibold breakable ${classes.pill} ${classes.opener}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal size={20} strokeWidth={1.9} aria-hidden="true" />
        Filter and sort{countText(search)}
      </button>
      <div id={id} className={`stack gap-8 ${classes.filters}`} data-open={isOpen || undefined}>
        <CategoryChips
          chosen={category}
          onChoose={(chosen) => onFilter({ category: chosen })}
          onAdd={isStaff ? onAddCategory : null}
        />
        <div className={`row wrap ${classes.row}`}>
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
          <Toggle isOn={wellRated} onToggle={() => onFilter({ wellRated: !wellRated })}>
            Rated 4+
          </Toggle>
          <Toggle isOn={inStock} onToggle={() => onFilter({ inStock: !inStock })}>
            In stock
          </Toggle>
          <Toggle isOn={favorites} onToggle={() => onFilter({ favorites: !favorites })}>
            <Heart
              size={18}
              strokeWidth={1.9}
              fill={favorites ? 'currentcolor' : 'none'}
              aria-hidden="true"
            />
            Favourites
          </Toggle>
          <PriceRange min={min} max={max} onChange={onFilter} />
          {isFiltered(search) && (
            <button type="button" className="link touch pad-x-8" onClick={onClear}>
              Clear All Filters
            </button>
          )}
          {canBeSaved(search) && (
            <button type="button" className="link touch pad-x-8" onClick={onSave}>
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
      className={`gap-8 touch semibold breakable ${classes.pill}`}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {children}
    </button>
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
    <fieldset className={`row wrap touch ${classes.chips}`} aria-label="Categories">
      <Toggle isOn={chosen === undefined} onToggle={() => onChoose(undefined)}>
        All
      </Toggle>
      {genres.data?.map(({ id, name }) => (
        <Toggle key={id} isOn={id === chosen} onToggle={() => onChoose(id)}>
          {name}
        </Toggle>
      ))}
      {error !== null && (
        <Button variant="outline" onClick={() => void genres.refetch()}>
          Load the categories again
        </Button>
      )}
      {onAdd !== null && (
        <button
          type="button"
          className={`gap-8 touch semibold breakable ${classes.pill} ${classes.add}`}
          onClick={onAdd}
        >
          <Plus size={18} strokeWidth={1.9} aria-hidden="true" />
          Add Category
        </button>
      )}
    </fieldset>
  )
}

type Range = { min: number | undefined; max: number | undefined }
type PriceRangeProps = Range & { onChange: (range: Range) => void }

/** Applies both amounts together. */
function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const id = useId()
  const [low, setLow] = useState(inputText(min))
  const [high, setHigh] = useState(inputText(max))
  const [error, setError] = useState<string | null>(null)
  const [applied, setApplied] = useState({ min, max })
  // Apply, Back or a link has changed the address, so the fields show its amounts.
  if (applied.min !== min || applied.max !== max) {
    setApplied({ min, max })
    setLow(inputText(min))
    setHigh(inputText(max))
    setError(null)
  }

  function apply(event: SyntheticEvent): void {
    event.preventDefault()
    const range = { min: nairaIn(low), max: nairaIn(high) }
    const found = rangeError(low, high)
    setError(found)
    if (found === null) onChange(range)
  }

  const shared = { errorId: error === null ? undefined : id }
  return (
    <form className="row wrap" aria-label="Price range" noValidate onSubmit={apply}>
      <Amount label="Lowest price" hint="from" value={low} onChange={setLow} {...shared} />
      <Amount label="Highest price" hint="to" value={high} onChange={setHigh} {...shared} />
      <Button variant="outline" type="submit">
        Apply
      </Button>
      {error !== null && (
        <p id={id} className={`error-text ${classes.error}`} role="alert">
          {error}
        </p>
      )}
    </form>
  )
}

type AmountProps = {
  label: string
  hint: string
  value: string
  errorId: string | undefined
  onChange: (text: string) => void
}

function Amount({ label, hint, value, errorId, onChange }: AmountProps) {
  return (
    <span className={`row gap-4 muted ${classes.amount}`} data-wrong={errorId !== undefined || undefined}>
      <span aria-hidden="true">₦</span>
      <input
        aria-label={`${label} in Naira`}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        placeholder={hint}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}

function inputText(naira: number | undefined): string {
  if (naira === undefined) return ''
  return withSeparators(Number.isInteger(naira) ? String(naira) : naira.toFixed(2))
}

function rangeError(low: string, high: string): string | null {
  const isWrong = (text: string) => text.trim() !== '' && nairaIn(text) === undefined
  if (isWrong(low) || isWrong(high)) return 'Write an amount in Naira, such as 12,500.50.'
  const isReversed = (nairaIn(low) ?? 0) > (nairaIn(high) ?? Infinity)
  return isReversed ? 'The lowest price is above the highest.' : null
}
