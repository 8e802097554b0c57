// A day is `2026-01-31`, always in Lagos. The results must be the same as those of the server.

const dayLength = 86_400_000
/** Nigeria has no summer time. */
const lagosAhead = 3_600_000

const monthAndYear = new Intl.DateTimeFormat('en-NG', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Africa/Lagos',
})
const wholeDay = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const textOf = (date: Date) => date.toISOString().slice(0, 10)

export type DayRange = { start: string; end: string }

export function todayInLagos(): string {
  return dayInLagos(Date.now())
}

/** Returns the day of a moment. */
export function dayInLagos(moment: string | number): string {
  return textOf(new Date(new Date(moment).getTime() + lagosAhead))
}

/** Accepts days from 1970 to 2099; rejects 30 February. */
export function isDay(text: string): boolean {
  const date = /^(19[7-9]|20\d)\d-\d\d-\d\d$/.test(text) ? dateOf(text) : null
  return date !== null && !Number.isNaN(date.getTime()) && textOf(date) === text
}

export function addDays(day: string, count: number): string {
  return textOf(new Date(dateOf(day).getTime() + count * dayLength))
}

/** Returns the same day of another month, or its last day: one month before 31 March is 28 February. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + count)
  // The month has fewer days, so the date has moved into the next month.
  if (date.getUTCDate() !== wanted) date.setUTCDate(0)
  return textOf(date)
}

/** Counts days including both ends. */
export function countDays({ start, end }: DayRange): number {
  return (dateOf(end).getTime() - dateOf(start).getTime()) / dayLength + 1
}

/** Returns the period of the same length that ends just before. */
export function daysBefore(days: DayRange): DayRange {
  return { start: addDays(days.start, -countDays(days)), end: addDays(days.start, -1) }
}

/** Returns 'March 2027' for a day or a moment. */
export function longMonthText(iso: string): string {
  return monthAndYear.format(new Date(iso))
}

/** Returns '3 March 2027' for a day or a moment. */
export function longDayText(iso: string): string {
  return wholeDay.format(new Date(iso))
}
