import { useId, useState, type SyntheticEvent } from 'react'
import { nairaIn } from '#web/features/market/browse/market-search.ts'
import { withSeparators } from '#web/lib/format/price-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './market-filters.module.css'

export type PriceBounds = { min: number | undefined; max: number | undefined }
type PriceRangeProps = PriceBounds & {
  /** Is set if a button elsewhere submits the form. */
  formId: string | undefined
  onChange: (range: PriceBounds) => void
}

/** Applies both amounts together. */
export function PriceRange({ min, max, formId, onChange }: PriceRangeProps) {
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
    <form id={formId} className="flex-row wrap" aria-label="Price range" noValidate onSubmit={apply}>
      <Amount label="Lowest price" hint="from" value={low} onChange={setLow} {...shared} />
      <Amount label="Highest price" hint="to" value={high} onChange={setHigh} {...shared} />
      {formId === undefined && (
        <Button variant="outline" type="submit">
          Apply
        </Button>
      )}
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
    <span
      className={`flex-row gap-2xs muted ${classes.amount} pad-x-s outlined full-radius on-surface`}
      data-wrong={errorId !== undefined || undefined}
    >
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
