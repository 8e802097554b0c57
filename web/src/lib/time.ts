const moment = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})
const weekday = new Intl.DateTimeFormat('en-NG', { weekday: 'long' })

/** '3 March 2027 at 14:05', as clocks in Lagos show it. */
export function momentText(iso: string): string {
  return moment.format(new Date(iso))
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** By the clock of the person who looks, wherever they are. */
export function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours()
  if (hour >= 4 && hour < 12) return 'morning'
  return hour >= 12 && hour < 17 ? 'afternoon' : 'evening'
}

export function weekdayText(now: Date): string {
  return weekday.format(now)
}
