import { useSyncExternalStore } from 'react'

const timeZone = 'Africa/Lagos'
const clock = new Intl.DateTimeFormat('en-NG', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
})
const dayNumber = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
const dayInYear = new Intl.DateTimeFormat('en-NG', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone,
})
const dayOfYear = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone })
const dayMs = 86_400_000
const minuteMs = 60_000

/** '14:05', as clocks in Lagos show it. */
export function clockText(iso: string): string {
  return clock.format(new Date(iso))
}

/** '2027-03-03', for comparing. */
export function dayOf(moment: string | number): string {
  return dayNumber.format(new Date(moment))
}

/** What stands over the messages of a day: 'Today', 'Yesterday', else the date. */
export function dayText(iso: string, today: string): string {
  const day = dayOf(iso)
  if (day === today) return 'Today'
  if (day === dayOf(Date.parse(today) - dayMs)) return 'Yesterday'
  return (day.slice(0, 4) === today.slice(0, 4) ? dayInYear : dayOfYear).format(new Date(iso))
}

/** Moves on at midnight. */
export function useToday(): string {
  return useSyncExternalStore(everyMinute, () => dayOf(Date.now()))
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
