import { useSyncExternalStore } from 'react'
import { everyMinute } from '#web/lib/format/minute-clock.ts'

const timeZone = 'Africa/Lagos'
const clock = new Intl.DateTimeFormat('en-NG', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
})
const dayNumber = new Intl.DateTimeFormat('en-NG', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone,
})
const dayInYear = new Intl.DateTimeFormat('en-NG', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone,
})
const dayOfYear = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone })
const weekdayClock = new Intl.DateTimeFormat('en-NG', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
})
const dayMs = 86_400_000

/** '14:05', as clocks in Lagos show it. */
export function clockText(iso: string): string {
  return clock.format(new Date(iso))
}

/** 'Wed 14:05', for what is less than a week away. */
export function weekdayClockText(iso: string): string {
  return weekdayClock.format(new Date(iso)).replace(',', '')
}

/** '2027-03-03', for comparing. */
export function dayOf(moment: string | number): string {
  const parts = dayNumber.formatToParts(new Date(moment))
  const part = (type: 'year' | 'month' | 'day') => parts.find((one) => one.type === type)?.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The heading of a day: 'Today', 'Yesterday', else the date. */
export function dayText(iso: string, today: string): string {
  const day = dayOf(iso)
  if (day === today) return 'Today'
  if (day === dayOf(Date.parse(today) - dayMs)) return 'Yesterday'
  return (day.slice(0, 4) === today.slice(0, 4) ? dayInYear : dayOfYear).format(new Date(iso))
}

/** Changes at midnight. */
export function useToday(): string {
  return useSyncExternalStore(everyMinute, () => dayOf(Date.now()))
}
