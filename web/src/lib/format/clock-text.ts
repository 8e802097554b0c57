const timeZone = 'Africa/Lagos'
const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
const clock = new Intl.DateTimeFormat('en-NG', clockParts)
const weekdayClock = new Intl.DateTimeFormat('en-NG', { weekday: 'short', ...clockParts })
const dayParts = { weekday: 'short', day: 'numeric', month: 'short' } as const
const weekday = new Intl.DateTimeFormat('en-NG', { weekday: 'long', day: 'numeric', month: 'long', timeZone })
const dayAndClock = new Intl.DateTimeFormat('en-GB', { ...dayParts, ...clockParts })

/** Formats a time in Lagos: '14:05'. */
export function clockText(iso: string): string {
  return clock.format(new Date(iso))
}

/** Formats a time in Lagos that is less than a week away: 'Wed 14:05'. */
export function weekdayClockText(iso: string): string {
  return weekdayClock.format(new Date(iso)).replace(',', '')
}

/** Formats a time in Lagos that is less than a year away: 'Wed 18 Nov 15:20'. */
export function dayAndClockText(iso: string): string {
  return dayAndClock.format(new Date(iso)).replaceAll(',', '')
}

/** Formats a day in Lagos that is in this year: 'Wednesday, 18 November'. */
export function weekdayText(iso: string): string {
  return weekday.format(new Date(iso))
}
