import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps } from 'react'
import { DayButton, DayPicker, type ChevronProps, type DayButtonProps } from 'react-day-picker'
import { longDayText, todayInLagos } from '#web/lib/format/days.ts'
import icons from '#web/ui/controls/icon-button.module.css'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './calendar.module.css'

type CalendarProps = { value: string; onChoose: (day: string) => void }

const yearsBack = 10
const iconButton = `inner-ring ${icons.button}`
const classNames = {
  root: classes.calendar,
  month: classes.month,
  button_previous: iconButton,
  button_next: iconButton,
  dropdowns: classes.dropdowns,
  dropdown_root: 'grow',
  caption_label: classes.shownBySelect,
  month_grid: classes.days,
  day_button: `hover-mark inner-ring ${classes.day}`,
}
const labels = {
  labelPrevious: () => 'Previous month',
  labelNext: () => 'Next month',
  labelMonthDropdown: () => 'Month',
  labelYearDropdown: () => 'Year',
  labelDayButton: (date: Date) => longDayText(dayOf(date)),
}
const components = { Chevron, DayButton: Day, Weekdays }

/** Offers the years from ten years ago to next year, and the chosen year if it lies outside. */
export function Calendar({ value, onChoose }: CalendarProps) {
  const today = todayInLagos()
  const [year, nextYear] = [Number(value.slice(0, 4)), Number(today.slice(0, 4)) + 1]
  return (
    <DayPicker
      mode="single"
      required
      captionLayout="dropdown"
      navLayout="around"
      weekStartsOn={1}
      startMonth={new Date(Math.min(year, nextYear - yearsBack), 0)}
      endMonth={new Date(Math.max(year, nextYear), 11)}
      defaultMonth={dateOf(value)}
      selected={dateOf(value)}
      today={dateOf(today)}
      onSelect={(date) => onChoose(dayOf(date))}
      {...{ classNames, labels, components, autoFocus: true }}
    />
  )
}

function Chevron({ orientation }: ChevronProps) {
  const icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon of={icon} />
}

/** Replaces the header of the package, which hides the weekdays from screen readers. */
function Weekdays(props: ComponentProps<'tr'>) {
  return (
    <thead>
      <tr {...props} />
    </thead>
  )
}

function Day(props: DayButtonProps) {
  return <DayButton {...props} aria-current={props.modifiers.today ? 'date' : undefined} />
}

/** The picker calculates with midnights in the time zone of this device. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function dayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
