// A day is `2026-01-31`, always in Lagos. The results must be the same as those of the server.

const dayLength = 86_400_000
/** Nigeria has no summer time. */
const lagosAhead = 3_600_000

const wholeDay = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const textOf = (date: Date) => date.toISOString().slice(0, 10)

export type Days = { start: string; end: string }

export function todayInLagos(): string {
  return textOf(new Date(Date.now() + lagosAhead))
}

/** From 1970 to 2099; rejects 30 February. */
export function isDay(text: string): boolean {
  const date = /^(19[7-9]|20\d)\d-\d\d-\d\d$/.test(text) ? dateOf(text) : null
  return date !== null && !Number.isNaN(date.getTime()) && textOf(date) === text
}

export function addDays(day: string, count: number): string {
  return textOf(new Date(dateOf(day).getTime() + count * dayLength))
}

/** The same day of another month, or its last: one month before 31 March is 28 February. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + count)
  // The month has fewer days, so the date is now in the next one.
  if (date.getUTCDate() !== wanted) date.setUTCDate(0)
  return textOf(date)
}

/** Both ends are included. */
export function countDays({ start, end }: Days): number {
  return (dateOf(end).getTime() - dateOf(start).getTime()) / dayLength + 1
}

/** The same number of days just before. */
export function daysBefore(days: Days): Days {
  return { start: addDays(days.start, -countDays(days)), end: addDays(days.start, -1) }
}

/** '3 March 2027', of a day or a moment. */
export function longDayText(iso: string): string {
  return wholeDay.format(new Date(iso))
}
