import type { RangeSearch } from '#web/features/analytics/range-search.ts'
import { slotsOf, type Point } from '#web/ui/charts/bar-chart-points.ts'

/** Lines as RFC 4180 has them, days as in the address. */
export function csvOf(title: string, points: Point[], before: Point[] | undefined): string {
  const head = ['Date', title, ...(before ? ['Date before', `${title} before`] : [])]
  const rows = slotsOf(points, before).map((slot) => [
    ...cellsOf(slot.now),
    ...(before ? cellsOf(slot.before) : []),
  ])
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const cellsOf = (point: Point | undefined) => [point?.date ?? '', String(point?.value ?? '')]

/** A quote stops a spreadsheet from taking the text for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** followers-adaeze.n-2026-10-16-2026-11-16-daily.csv */
export function csvName(title: string, name: string, { start, end, granularity }: RangeSearch): string {
  const slugs = [title, name].map(slugOf).filter((slug) => slug !== '')
  return `${[...slugs, start, end, granularity].join('-')}.csv`
}

function slugOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^\p{L}\p{N}._]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '')
}
