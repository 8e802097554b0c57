import { addDays } from '#web/lib/format/days.ts'
import { dateRangeText } from '#web/lib/format/date-range-text.ts'

/** `date` is a day, `2026-01-31`, or the first of several days up to `lastDay`. */
export type ChartPoint = { date: string; value: number; lastDay?: string }
/** One position on the axis. The previous period may have one week or month more or less. */
export type Slot = { now: ChartPoint | undefined; before: ChartPoint | undefined }
type Part = { from: number; to: number }

export const plotHeight = 120
const minHeight = 2.4
/** Bars that are closer than this have no gap. */
const minPitch = 3

export const lastDayOf = ({ date, lastDay }: ChartPoint) => lastDay ?? date

/** Returns '16 Nov 2026' for a day, '9–15 Nov 2026' for a week and 'Nov 2026' for a month. */
export const pointText = (point: ChartPoint) => dateRangeText(point.date, lastDayOf(point))

/** Each point lasts until the next begins, the last one until the `end` of the period. */
export function withLastDays(points: ChartPoint[], end: string): ChartPoint[] {
  return points.map((point, at) => {
    const next = points[at + 1]
    const lastDay = next === undefined ? end : addDays(next.date, -1)
    return lastDay < point.date ? point : { ...point, lastDay }
  })
}

export function slotsOf(points: ChartPoint[], before: ChartPoint[] | undefined): Slot[] {
  const count = Math.max(points.length, before?.length ?? 0)
  return Array.from({ length: count }, (_, at) => ({ now: points[at], before: before?.[at] }))
}

/** Returns the next number in 1, 2, 5, 10, 20, 50 and so on. */
export function topOf(slots: Slot[]): number {
  const most = slots.reduce((sum, { now, before }) => Math.max(sum, now?.value ?? 0, before?.value ?? 0), 0)
  if (most <= 0) return 0
  const scale = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 5, 10].find((one) => one * scale >= most) ?? 10
  return step * scale
}

export type Plot = { pitch: number; top: number; isDense: boolean; now: Part; before: Part }

/** Measures in pixels. Two periods are side by side, or one behind the other if there is not enough space. */
export function plotOf(slots: Slot[], width: number, isCompared: boolean): Plot {
  const pitch = width / slots.length
  const isDense = pitch < minPitch
  const whole = { from: 0, to: 1 }
  const common = { pitch, isDense, top: topOf(slots) }
  if (isDense) return { ...common, now: whole, before: whole }
  if (!isCompared) return { ...common, now: { from: 0.15, to: 0.85 }, before: whole }
  return { ...common, now: { from: 0.48, to: 0.9 }, before: { from: 0.1, to: 0.48 } }
}

/** Returns the height of a bar. Any value above 0 is visible. */
export function heightOf(value: number, top: number): number {
  return value > 0 ? Math.max((value / top) * plotHeight, minHeight) : 0
}

/** Draws all bars as one path, because five years have 1,827 days. */
export function barsPath(values: (number | undefined)[], { pitch, top }: Plot, part: Part): string {
  return values
    .map((value = 0, at) => {
      if (value <= 0) return ''
      const y = (plotHeight - heightOf(value, top)).toFixed(1)
      const [left, right] = [part.from, part.to].map((share) => ((at + share) * pitch).toFixed(2))
      return `M${left} ${plotHeight}V${y}H${right}V${plotHeight}Z`
    })
    .join('')
}
