import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { nairaIn } from '#web/features/market/browse/market-search.ts'
import { withSeparators } from '#web/lib/format/price-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './price-range.module.css'

type Range = { min: number | undefined; max: number | undefined }
type PriceRangeProps = Range & { onChange: (range: Range) => void }

/** Both amounts are applied together. */
export function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const id = useId()
  const [low, setLow] = useState(written(min))
  const [high, setHigh] = useState(written(max))
  const [error, setError] = useState<string | null>(null)
  const [seen, setSeen] = useState({ min, max })
  // The address has changed, by Apply, by Back or by a link.
  if (seen.min !== min || seen.max !== max) {
    setSeen({ min, max })
    setLow(written(min))
    setHigh(written(max))
    setError(null)
  }

  function apply(event: SyntheticEvent): void {
    event.preventDefault()
    const range = { min: nairaIn(low), max: nairaIn(high) }
    const wrong = fieldErrorIn(low, high)
    setError(wrong)
    if (wrong === null) onChange(range)
  }

  const shared = { errorId: error === null ? undefined : id }
  return (
    <form className={classes.range} aria-label="Price range" noValidate onSubmit={apply}>
      <Amount label="Lowest price" hint="from" value={low} onChange={setLow} {...shared} />
      <Amount label="Highest price" hint="to" value={high} onChange={setHigh} {...shared} />
      <Button variant="outline" type="submit">
        Apply
      </Button>
      {error !== null && (
        <p id={id} className={classes.error} role="alert">
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
    <span className={classes.amount} data-wrong={errorId !== undefined || undefined}>
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

function written(naira: number | undefined): string {
  if (naira === undefined) return ''
  return withSeparators(Number.isInteger(naira) ? String(naira) : naira.toFixed(2))
}

function fieldErrorIn(low: string, high: string): string | null {
  const isWrong = (text: string) => text.trim() !== '' && nairaIn(text) === undefined
  if (isWrong(low) || isWrong(high)) return 'Write an amount in Naira, such as 12,500.50.'
  const isTurned = (nairaIn(low) ?? 0) > (nairaIn(high) ?? Infinity)
  return isTurned ? 'The lowest price is above the highest.' : null
}
