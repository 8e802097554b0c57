import { maxDays } from '@rootsquare/contract/analytics'
import { useState } from 'react'
import {
  previousRange,
  granularities,
  isTooLong,
  lastMonth,
  moveEnd,
  moveStart,
} from '#web/features/analytics/range-search.ts'
import type { RangeChange, RangeSearch } from '#web/features/analytics/range-search.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { addDays, addMonths, todayInLagos, type DayRange } from '#web/lib/format/days.ts'
import { dateRangeText } from '#web/lib/format/date-range-text.ts'
import { DateField } from '#web/ui/calendar/date-field.tsx'
import { SegmentedControl } from '#web/ui/controls/segmented-control.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import classes from './range-toolbar.module.css'

type RangeToolbarProps = { range: RangeSearch; onChange: (changes: RangeChange) => void }

const names = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' } as const
export const rangeTooLongText = `At most ${numberText(maxDays)} days.`

export function RangeToolbar({ range, onChange }: RangeToolbarProps) {
  const { granularity, isCompared } = range
  const before = previousRange(range)
  return (
    <section
      className={`card-box stack ${classes.toolbar} two-columns items-center padded`}
      aria-label="Time"
    >
      <SegmentedControl
        label="Granularity"
        options={granularities.map((value) => ({ value, name: names[value] }))}
        value={granularity}
        onChange={(value) => onChange({ granularity: value })}
      />
      <DateFields range={range} onChange={onChange} />
      <Presets range={range} onChange={onChange} />
      <div>
        <Switch
          label="Compare with the period before"
          description={dateRangeText(before.start, before.end)}
          isOn={isCompared}
          onChange={(isOn) => onChange({ isCompared: isOn })}
        />
      </div>
    </section>
  )
}

function DateFields({ range, onChange }: RangeToolbarProps) {
  const { start, end } = range
  const [changed, setChanged] = useState<keyof DayRange>('end')
  const errorAt = (field: keyof DayRange) =>
    isTooLong(range) && field === changed ? rangeTooLongText : undefined

  function change(field: keyof DayRange, days: DayRange): void {
    setChanged(field)
    onChange({ days })
  }

  return (
    <div className={`stack gap-s ${classes.dates}`}>
      <DateField
        label="Start date"
        calendarLabel="The first day"
        value={start}
        error={errorAt('start')}
        onChange={(day) => change('start', moveStart(range, day))}
      />
      <DateField
        label="End date"
        calendarLabel="The last day"
        value={end}
        error={errorAt('end')}
        onChange={(day) => change('end', moveEnd(range, day))}
      />
    </div>
  )
}

function Presets({ range, onChange }: RangeToolbarProps) {
  const today = todayInLagos()
  const presets = [
    { name: 'Last 7 days', start: addDays(today, -6), end: today },
    { name: 'Last month', ...lastMonth(today) },
    { name: 'Last year', start: addMonths(today, -12), end: today },
  ]
  return (
    <ul className="flex-row wrap" aria-label="Common periods">
      {presets.map(({ name, start, end }) => (
        <li key={name}>
          <button
            type="button"
            className={`touch semibold ${classes.preset} hover-mark pad-x-s outlined full-radius on-surface ink`}
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
