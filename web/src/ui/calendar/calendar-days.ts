import { addDays, addMonths, weekdayOf } from '#web/lib/format/days.ts'

const week = 7

/** The weeks of the month of a day, from Monday; undefined for days of other months. */
export function weeksOf(day: string): (string | undefined)[][] {
  const first = `${day.slice(0, 7)}-01`
  const count = Number(addDays(addMonths(first, 1), -1).slice(8))
  const before = weekdayOf(first)
  const rows = Math.ceil((before + count) / week)
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: week }, (__, column) => {
      const at = row * week + column - before
      return at >= 0 && at < count ? addDays(first, at) : undefined
    }),
  )
}

/** The day that a key moves to; undefined for other keys. */
export function dayByKey(day: string, key: string, isShift: boolean): string | undefined {
  const months = isShift ? 12 : 1
  const moves: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -week),
    ArrowDown: () => addDays(day, week),
    Home: () => addDays(day, -weekdayOf(day)),
    End: () => addDays(day, week - 1 - weekdayOf(day)),
    PageUp: () => addMonths(day, -months),
    PageDown: () => addMonths(day, months),
  }
  return moves[key]?.()
}

/** The same day of another month or year. */
export function dayIn(day: string, { year, month }: { year: number; month: number }): string {
  const [ownYear = 0, ownMonth = 0] = day.split('-').map(Number)
  return addMonths(day, (year - ownYear) * 12 + month - ownMonth)
}
