import { useSyncExternalStore } from 'react'
import { weekdayText } from '#web/lib/format/clock-text.ts'
import { addDays, dayInLagos, longDayText, todayInLagos } from '#web/lib/format/days.ts'
import { everyMinute } from '#web/lib/format/minute-clock.ts'

/** Returns the heading of a day: 'Today', 'Yesterday' or the date. */
export function conversationDayText(iso: string, today: string): string {
  const day = dayInLagos(iso)
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  return day.slice(0, 4) === today.slice(0, 4) ? weekdayText(iso) : longDayText(iso)
}

/** Returns the date in Lagos and updates it at midnight. */
export function useToday(): string {
  return useSyncExternalStore(everyMinute, todayInLagos)
}
