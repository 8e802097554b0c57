import { dayText } from '#web/lib/time.ts'

export type Label = { date: string; text: string; left: number; from: number }

const letterWidth = 6.7
const gap = 6
const longYear = 300 * 86_400_000

type Asked = { dates: string[]; count: number; width: number; last: number | undefined }

/**
 * Which days are named under the bars, and where. Of many bars some, as far apart as their names are wide; `last` names
 * that many at the end, spread to the left where their bars stand closer than that.
 */
export function labelsOf({ dates, count, width, last }: Asked): Label[] {
  if (width === 0 || dates.length === 0) return []
  const middle = (at: number) => ((at + 0.5) / count) * width
  if (last === undefined) {
    const named = thinned(dates, width)
    return spread(named.map((at) => ({ ...textAt(dates, at), from: middle(at) })))
  }
  const first = Math.max(0, dates.length - last)
  const named = dates
    .slice(first)
    .map((date, at) => ({ date, text: dayName(date), from: middle(first + at) }))
  const isFull = named.every(({ text }) => widthOf(text) <= width / count)
  return spread(isFull ? named : named.map((one, at) => ({ ...one, text: shortName(named, at) })))

  function spread(labels: Omit<Label, 'left'>[]): Label[] {
    let end = width + gap / 2
    const placed = labels.toReversed().map((label) => {
      const half = widthOf(label.text) / 2
      const centre = Math.min(label.from, end - half)
      end = centre - half
      return { ...label, left: centre }
    })
    return fromEdge(placed.toReversed())
  }
}

/** What ran out at the left begins there; the spread left room for it. */
function fromEdge(labels: Label[]): Label[] {
  let begin = -gap / 2
  return labels.map((label) => {
    const half = widthOf(label.text) / 2
    const left = Math.max(label.left, begin + half)
    begin = left + half
    return { ...label, left }
  })
}

function thinned(dates: string[], width: number): number[] {
  const widest = Math.max(...dates.slice(0, 1).map((date) => widthOf(yearName(date))))
  const most = Math.max(2, Math.min(6, Math.floor(width / (widest * 1.3))))
  const step = Math.max(1, Math.ceil(dates.length / most))
  const named: number[] = []
  // From the end: the newest is what one looks for.
  for (let at = dates.length - 1; at >= 0; at -= step) named.unshift(at)
  return named
}

function textAt(dates: string[], at: number) {
  const date = dates[at] ?? ''
  return { date, text: isLong(dates) ? yearName(date) : dayName(date) }
}

/** Where the same day comes twice, the year tells them apart. */
function isLong(dates: string[]): boolean {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  return new Date(last).getTime() - new Date(first).getTime() > longYear
}

function widthOf(text: string): number {
  return text.length * letterWidth + gap
}

/** '16 Nov' */
function dayName(date: string): string {
  return dayText(date).replace(/ \d{4}$/, '')
}

/** 'Nov 2026' */
function yearName(date: string): string {
  return dayText(date).replace(/^\d+ /, '')
}

/** '7 Nov', and then '8' and '9'; of first days of months their months. */
function shortName(named: { date: string; text: string }[], at: number): string {
  const { date = '', text = '' } = named[at] ?? {}
  const before = named[at - 1]?.date ?? ''
  if (date.slice(0, 7) === before.slice(0, 7)) return String(Number(date.slice(8)))
  const isMonth = named.every((one, nth) => nth === 0 || one.date.endsWith('-01'))
  return isMonth ? text.replace(/^\d+ /, '') : text
}
