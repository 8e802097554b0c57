// A day is `2026-01-31`, always of Lagos. What is reckoned here must be what the server reckons.

const dayLength = 86_400_000
/** Nigeria has kept this hour since 1919, summer and winter. */
const lagosAhead = 3_600_000

const wholeDay = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const textOf = (date: Date) => date.toISOString().slice(0, 10)

export type Days = { start: string; end: string }

export function todayInLagos(): string {
  return textOf(new Date(Date.now() + lagosAhead))
}

/** Years that people mean; 30 February is none. */
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
  // It has fewer days and ran over.
  if (date.getUTCDate() !== wanted) date.setUTCDate(0)
  return textOf(date)
}

/** Both ends count. */
export function countDays({ start, end }: Days): number {
  return (dateOf(end).getTime() - dateOf(start).getTime()) / dayLength + 1
}

/** As many days, just before. */
export function daysBefore(days: Days): Days {
  return { start: addDays(days.start, -countDays(days)), end: addDays(days.start, -1) }
}

/** 0 for Monday. */
export function weekdayOf(day: string): number {
  return (dateOf(day).getUTCDay() + 6) % 7
}

/** '3 March 2027', of a day or a moment. */
export function longDayText(iso: string): string {
  return wholeDay.format(new Date(iso))
}
