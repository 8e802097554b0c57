import { mostDays } from '@rootsquare/contract/analytics'
import { useId, useState } from 'react'
import {
  beforeOf,
  granularities,
  isTooLong,
  lastMonth,
  withEnd,
  withStart,
} from '#web/features/analytics/range-search.ts'
import type { Granularity, RangeChange, RangeSearch } from '#web/features/analytics/range-search.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { addDays, addMonths, todayInLagos } from '#web/lib/format/days.ts'
import type { Days } from '#web/lib/format/days.ts'
import { dateRangeText } from '#web/lib/format/date-range-text.ts'
import { DateField } from '#web/ui/calendar/date-field.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import classes from './toolbar.module.css'

type ToolbarProps = { range: RangeSearch; onChange: (changes: RangeChange) => void }

const names = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' } as const
export const tooLong = `At most ${numberText(mostDays)} days.`

export function Toolbar({ range, onChange }: ToolbarProps) {
  const { granularity, isCompared } = range
  const before = beforeOf(range)
  return (
    <section className={['card stack', classes.toolbar].join(' ')} aria-label="Time">
      <GranularityChoice value={granularity} onChange={(value) => onChange({ granularity: value })} />
      <Dates range={range} onChange={onChange} />
      <Presets range={range} onChange={onChange} />
      <div>
        <Switch
          label="Compare with the time before"
          description={dateRangeText(before.start, before.end)}
          isOn={isCompared}
          onChange={(isOn) => onChange({ isCompared: isOn })}
        />
      </div>
    </section>
  )
}

function Dates({ range, onChange }: ToolbarProps) {
  const { start, end } = range
  const [changed, setChanged] = useState<keyof Days>('end')
  const errorAt = (field: keyof Days) => (isTooLong(range) && field === changed ? tooLong : undefined)

  function change(field: keyof Days, days: Days): void {
    setChanged(field)
    onChange({ days })
  }

  return (
    <div className={['stack gap-12', classes.dates].join(' ')}>
      <DateField
        label="Start date"
        calendarLabel="The first day"
        value={start}
        error={errorAt('start')}
        onChange={(day) => change('start', withStart(range, day))}
      />
      <DateField
        label="End date"
        calendarLabel="The last day"
        value={end}
        error={errorAt('end')}
        onChange={(day) => change('end', withEnd(range, day))}
      />
    </div>
  )
}

type GranularityChoiceProps = { value: Granularity; onChange: (value: Granularity) => void }

function GranularityChoice({ value, onChange }: GranularityChoiceProps) {
  const group = useId()
  return (
    <fieldset className={['stack gap-4', classes.choice].join(' ')}>
      <legend className="sr-only">Granularity</legend>
      {granularities.map((one) => (
        <label key={one} className={classes.option}>
          <input
            type="radio"
            name={group}
            value={one}
            checked={one === value}
            onChange={() => onChange(one)}
            className={classes.input}
          />
          {names[one]}
        </label>
      ))}
    </fieldset>
  )
}

function Presets({ range, onChange }: ToolbarProps) {
  const today = todayInLagos()
  const presets = [
    { name: 'Last 7 days', start: addDays(today, -6), end: today },
    { name: 'Last month', ...lastMonth(today) },
    { name: 'Last year', start: addMonths(today, -12), end: today },
  ]
  return (
    <ul className={['row wrap', classes.presets].join(' ')} aria-label="Times often asked for">
      {presets.map(({ name, start, end }) => (
        <li key={name}>
          <button
            type="button"
            className={classes.preset}
            aria-pressed={range.start === start && range.end === end}
            onClick={() => onChange({ days: { start, end } })}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
