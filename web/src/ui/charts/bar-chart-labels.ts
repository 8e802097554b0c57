import { monthText, shortDateRangeText } from '#web/lib/format/date-range-text.ts'
import { lastDayOf, type ChartPoint } from '#web/ui/charts/bar-chart-points.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

/** `month` is shown to the left of a label that is only the number of a day. */
export type Label = { date: string; text: string; month?: string; left: number }

const letterWidth = 6.7
const gap = 6
const minGap = 2
const numberGap = 4
/** How far a label may stick out at either side. */
const margin = 8
const longYear = 300 * 86_400_000

type LabelsInput = { points: ChartPoint[]; count: number; width: number; last: number | undefined }

/** Returns the labels under the bars: as many as fit, or only those of the `last` few bars. */
export function labelsOf({ points, count, width, last }: LabelsInput): Label[] {
  if (width === 0 || points.length === 0) return []
  const first = last === undefined ? 0 : Math.max(0, points.length - last)
  const all = points.slice(first).map((point, at) => ({ point, from: ((first + at + 0.5) / count) * width }))
  if (last === undefined) return spread(all, width)
  const isWideEnough = all.every(({ point }) => widthOf(shortText(point)) <= width / count)
  if (isWideEnough)
    return all.map(({ point, from }) => ({ date: point.date, text: shortText(point), left: from }))
  return all.every(({ point }) => lastDayOf(point) === point.date) ? dayNumbers(all) : fitLabels(all, width)
}

type Slot = { point: ChartPoint; from: number }

/** Returns evenly spaced labels, including the first and the last. */
function spread(all: Slot[], width: number): Label[] {
  const isYears = isLong(all)
  const textOf = ({ point }: Slot) => (isYears ? monthText(point.date) : shortText(point))
  const widest = isYears ? widthOf('Nov 2026') : Math.max(...all.map((slot) => widthOf(textOf(slot))))
  const most = Math.max(2, Math.min(6, Math.floor(width / (widest * 1.3))))
  return evenly(all, most).map((slot) => {
    const text = textOf(slot)
    return { date: slot.point.date, text, left: within(slot.from, (widthOf(text) - gap) / 2, width) }
  })
}

function evenly(all: Slot[], most: number): Slot[] {
  const count = Math.min(most, all.length)
  const step = (all.length - 1) / Math.max(count - 1, 1)
  return Array.from({ length: count }, (_, at) => all[Math.round(at * step)]).filter((slot) => !!slot)
}

const within = (from: number, half: number, width: number) =>
  Math.max(Math.min(from, width - half), Math.min(half, width / 2))

/**
 * Returns the last label, the first, and those that fit between. The first may start at its bar instead of being
 * centred.
 */
function fitLabels(all: Slot[], width: number): Label[] {
  const [first, ...others] = all.map(({ point, from }) => {
    const text = shortText(point)
    const half = (widthOf(text) - gap) / 2
    const left = within(from, half - margin, width)
    return { date: point.date, text, left, begin: left - half, end: left + half }
  })
  if (first === undefined) return others
  const last = lastOf(others)
  const over = last === undefined ? 0 : Math.max(0, first.end + minGap - last.begin)
  const moved = Math.min(over, (first.end - first.begin) / 2, Math.max(first.begin, 0))
  const shifted = { left: first.left - moved, begin: first.begin - moved, end: first.end - moved }
  return withoutOverlap([{ ...first, ...shifted }, ...others], [])
}

/** Shortens labels of days that are close together: 'Nov 12', then '13' and '14'. */
function dayNumbers(all: Slot[]): Label[] {
  const months = all.map(({ point }) => point.date.slice(0, 7))
  const starts = all.filter((_, at) => months[at] !== months[at - 1]).map(({ point }) => point.date)
  const step = Math.ceil((2 * letterWidth + numberGap) / pitchOf(all))
  const isWanted = (date: string, at: number) =>
    at === 0 || (all.length - 1 - at) % step === 0 || starts.includes(date)
  const some = all.filter(({ point }, at) => isWanted(point.date, at))
  const labels = withoutOverlap(withMonths(some, starts), starts)
  if (starts.every((date) => labels.some((label) => label.date === date))) return labels
  // Where the month does not fit at its first day, it is shown at the ends.
  const ends = [all[0], lastOf(all)].flatMap((slot) => slot?.point.date ?? [])
  return withoutOverlap(withMonths(some, ends), ends)
}

function pitchOf([first, second]: Slot[]): number {
  return first && second ? second.from - first.from : Infinity
}

function withMonths(all: Slot[], dates: string[]): LabelBox[] {
  return all.map(({ point: { date }, from }) => {
    const text = String(Number(date.slice(8)))
    const half = (text.length * letterWidth) / 2
    const box = { date, text, left: from, end: from + half }
    if (!dates.includes(date)) return { ...box, begin: from - half }
    const month = monthText(date).replace(/ \d+$/, '')
    return { ...box, month, begin: from - half - (month.length + 1) * letterWidth }
  })
}

type LabelBox = Label & { begin: number; end: number }

function withoutOverlap(labels: LabelBox[], preferred: string[]): LabelBox[] {
  const [first, last] = [labels.slice(0, 1), labels.slice(-1)]
  const preferredLabels = labels.filter(({ date }) => preferred.includes(date))
  const placed = new Set<LabelBox>()
  for (const label of [...last, ...first, ...preferredLabels, ...[...labels].reverse()]) {
    const isFree = [...placed].every(
      ({ begin, end }) => label.end + minGap <= begin || end + minGap <= label.begin,
    )
    if (isFree) placed.add(label)
  }
  return labels.filter((label) => placed.has(label))
}

/** Labels need the year if the same day of two years is shown. */
function isLong(all: Slot[]): boolean {
  const [first = '', last = ''] = [all[0]?.point.date, lastOf(all)?.point.date]
  return new Date(last).getTime() - new Date(first).getTime() > longYear
}

function widthOf(text: string): number {
  return text.length * letterWidth + gap
}

function shortText(point: ChartPoint): string {
  return shortDateRangeText(point.date, lastDayOf(point))
}
