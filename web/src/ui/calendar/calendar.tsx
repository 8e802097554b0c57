import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { addMonths, isDay, longDayText, todayInLagos } from '#web/lib/format/days.ts'
import { dayByKey, dayIn, weeksOf } from '#web/ui/calendar/calendar-days.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './calendar.module.css'

type CalendarProps = { value: string; onChoose: (day: string) => void }

const months = Array.from({ length: 12 }, (_, at) =>
  new Intl.DateTimeFormat('en-NG', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, at, 1)),
)
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const yearsBack = 10
const gridRole = { role: 'grid' }

/** One day of the month is in the tab order; arrows, Home, End, Page Up and Page Down move from there. */
export function Calendar({ value, onChoose }: CalendarProps) {
  const [day, setDay] = useState(value)
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(true)
  const today = todayInLagos()

  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isByKey.current = false
  }, [day])

  function go(to: string): void {
    if (isDay(to)) setDay(to)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const to = dayByKey(day, event.key, event.shiftKey)
    if (to === undefined) return
    event.preventDefault()
    isByKey.current = to !== day && isDay(to)
    go(to)
  }

  return (
    <div className={classes.calendar}>
      <MonthBar day={day} onGo={go} />
      <table ref={grid} {...gridRole} className={classes.days} aria-label={monthText(day)}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week.find((one) => one !== undefined)}>
              {week.map((one, at) => (
                <td key={one ?? weekdays[at]} aria-selected={one === undefined ? undefined : one === value}>
                  {one !== undefined && (
                    <button
                      type="button"
                      className={classes.day}
                      tabIndex={one === day ? 0 : -1}
                      aria-label={longDayText(one)}
                      aria-current={one === today ? 'date' : undefined}
                      onKeyDown={onKeyDown}
                      onClick={() => onChoose(one)}
                    >
                      {Number(one.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type MonthBarProps = { day: string; onGo: (day: string) => void }

function MonthBar({ day, onGo }: MonthBarProps) {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return (
    <div className={classes.bar}>
      <IconButton label="Previous month" onClick={() => onGo(addMonths(day, -1))}>
        <ChevronLeft size={20} strokeWidth={1.9} aria-hidden="true" />
      </IconButton>
      <select
        aria-label="Month"
        value={month}
        onChange={(event) => onGo(dayIn(day, { year, month: Number(event.currentTarget.value) }))}
      >
        {months.map((name, at) => (
          <option key={name} value={at + 1}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Year"
        value={year}
        onChange={(event) => onGo(dayIn(day, { year: Number(event.currentTarget.value), month }))}
      >
        {yearsAround(year).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <IconButton label="Next month" onClick={() => onGo(addMonths(day, 1))}>
        <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** From ten years ago to next year, and the chosen year. */
function yearsAround(year: number): number[] {
  const next = Number(todayInLagos().slice(0, 4)) + 1
  const first = Math.min(year, next - yearsBack)
  return Array.from({ length: Math.max(year, next) - first + 1 }, (_, at) => first + at)
}

function monthText(day: string): string {
  return longDayText(day).replace(/^\d+ /, '')
}
