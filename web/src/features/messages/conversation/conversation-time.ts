import { useSyncExternalStore } from 'react'
import { addDays, dayInLagos, longDayText, todayInLagos } from '#web/lib/format/days.ts'
import { everyMinute } from '#web/lib/format/minute-clock.ts'

const timeZone = 'Africa/Lagos'
const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
const clock = new Intl.DateTimeFormat('en-NG', clockParts)
const weekdayClock = new Intl.DateTimeFormat('en-NG', { weekday: 'short', ...clockParts })
const dayParts = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
const dayInYear = new Intl.DateTimeFormat('en-NG', dayParts)

/** Formats a time in Lagos: '14:05'. */
export function clockText(iso: string): string {
  return clock.format(new Date(iso))
}

/** Formats a time in Lagos that is less than a week away: 'Wed 14:05'. */
export function weekdayClockText(iso: string): string {
  return weekdayClock.format(new Date(iso)).replace(',', '')
}

/** Returns the heading of a day: 'Today', 'Yesterday' or the date. */
export function conversationDayText(iso: string, today: string): string {
  const day = dayInLagos(iso)
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  return day.slice(0, 4) === today.slice(0, 4) ? dayInYear.format(new Date(iso)) : longDayText(iso)
}

/** Returns the date in Lagos and updates it at midnight. */
export function useToday(): string {
  return useSyncExternalStore(everyMinute, todayInLagos)
}
