import { addDays, addMonths } from '#web/lib/format/days.ts'
import { dayText } from '#web/lib/format/time.ts'

/**
 * Returns '9–15 Nov 2026' or '30 Nov – 6 Dec 2026', a name for a whole month, one date for one day. Both ends are
 * included.
 */
export function dateRangeText(start: string, end: string): string {
  if (start === end) return dayText(start)
  if (isWholeMonth(start, end)) return monthText(start)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))}–${dayText(end)}`
  const isOneYear = start.slice(0, 4) === end.slice(0, 4)
  return `${isOneYear ? withoutYear(dayText(start)) : dayText(start)} – ${dayText(end)}`
}

/** Returns a range without its year: '9–15 Nov'. */
export function shortDateRangeText(start: string, end: string): string {
  return withoutYear(dateRangeText(start, end))
}

/** Returns 'Nov 2026'. */
export function monthText(day: string): string {
  return dayText(day).replace(/^\d+ /, '')
}

function isWholeMonth(start: string, end: string): boolean {
  return start.endsWith('-01') && end === addDays(addMonths(start, 1), -1)
}

const withoutYear = (text: string) => text.replaceAll(/ \d{4}/g, '')
