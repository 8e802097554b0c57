import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { nairaIn } from '#web/features/market/browse/market-search.ts'
import { withSeparators } from '#web/lib/format/price-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './price-range.module.css'

type Range = { min: number | undefined; max: number | undefined }
type PriceRangeProps = Range & { onChange: (range: Range) => void }

/** Both ends count from the moment they are applied, together. */
export function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const id = useId()
  const [low, setLow] = useState(written(min))
  const [high, setHigh] = useState(written(max))
  const [trouble, setTrouble] = useState<string | null>(null)
  const [seen, setSeen] = useState({ min, max })
  // Applied, or brought by Back or a link.
  if (seen.min !== min || seen.max !== max) {
    setSeen({ min, max })
    setLow(written(min))
    setHigh(written(max))
    setTrouble(null)
  }

  function apply(event: SyntheticEvent): void {
    event.preventDefault()
    const range = { min: nairaIn(low), max: nairaIn(high) }
    const wrong = fieldErrorIn(low, high)
    setTrouble(wrong)
    if (wrong === null) onChange(range)
  }

  const shared = { troubleId: trouble === null ? undefined : id }
  return (
    <form className={classes.range} aria-label="Price range" noValidate onSubmit={apply}>
      <Amount label="Lowest price" hint="from" value={low} onChange={setLow} {...shared} />
      <Amount label="Highest price" hint="to" value={high} onChange={setHigh} {...shared} />
      <Button look="outline" type="submit">
        Apply
      </Button>
      {trouble !== null && (
        <p id={id} className={classes.trouble} role="alert">
          {trouble}
        </p>
      )}
    </form>
  )
}

type AmountProps = {
  label: string
  hint: string
  value: string
  troubleId: string | undefined
  onChange: (text: string) => void
}

function Amount({ label, hint, value, troubleId, onChange }: AmountProps) {
  return (
    <span className={classes.amount} data-wrong={troubleId !== undefined || undefined}>
      <span aria-hidden="true">₦</span>
      <input
        aria-label={`${label} in Naira`}
        aria-invalid={troubleId !== undefined}
        aria-describedby={troubleId}
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
