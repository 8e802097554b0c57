import { maxDays } from '@rootsquare/contract/analytics'
import { useState } from 'react'
import {
  beforeOf,
  granularities,
  isTooLong,
  lastMonth,
  withEnd,
  withStart,
} from '#web/features/analytics/range-search.ts'
import type { RangeChange, RangeSearch } from '#web/features/analytics/range-search.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { addDays, addMonths, todayInLagos, type Days } from '#web/lib/format/days.ts'
import { dateRangeText } from '#web/lib/format/date-range-text.ts'
import { DateField } from '#web/ui/calendar/date-field.tsx'
import { SegmentedControl } from '#web/ui/controls/segmented-control.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import classes from './toolbar.module.css'

type ToolbarProps = { range: RangeSearch; onChange: (changes: RangeChange) => void }

const names = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' } as const
export const tooLong = `At most ${numberText(maxDays)} days.`

export function Toolbar({ range, onChange }: ToolbarProps) {
  const { granularity, isCompared } = range
  const before = beforeOf(range)
  return (
    <section className={`card stack ${classes.toolbar}`} aria-label="Time">
      <SegmentedControl
        label="Granularity"
        options={granularities.map((value) => ({ value, name: names[value] }))}
        value={granularity}
        onChange={(value) => onChange({ granularity: value })}
      />
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
    <div className={`stack gap-12 ${classes.dates}`}>
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

function Presets({ range, onChange }: ToolbarProps) {
  const today = todayInLagos()
  const presets = [
    { name: 'Last 7 days', start: addDays(today, -6), end: today },
    { name: 'Last month', ...lastMonth(today) },
    { name: 'Last year', start: addMonths(today, -12), end: today },
  ]
  return (
    <ul className={`row wrap ${classes.presets}`} aria-label="Times often asked for">
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
