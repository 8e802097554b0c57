import type { Series } from '@rootsquare/contract/analytics'
import { useId, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import type { Figure } from '#web/features/analytics/api.ts'
import type { Metric } from '#web/features/analytics/metrics.ts'
import { previousRange, type RangeSearch } from '#web/features/analytics/range-search.ts'
import { decimalText, numberText } from '#web/lib/format/count-text.ts'
import { saveFile } from '#web/lib/media/save-file.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { withLastDays, slotsOf, type ChartPoint } from '#web/ui/charts/bar-chart-points.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { GrowthChip } from '#web/ui/charts/growth-chip.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './chart-card.module.css'

export const unexpectedErrorText = 'An unexpected error occurred'

type ChartCardProps = {
  figure: Figure
  range: RangeSearch
  /** The member or group in the name of the exported file. */
  name: string
  level: 2 | 3
}

/** Shows one figure: its total, its average, its growth, and a bar for each day. */
export function ChartCard({ figure: { metric, now, before }, range, name, level }: ChartCardProps) {
  const titleId = useId()
  const Title = level === 3 ? 'h3' : 'h2'
  const isWaiting = [now, before].some((query) => query?.isPending || query?.isPlaceholderData)
  return (
    <section
      className={`card-box ${classes.card} display-flex column shrinkable`}
      aria-labelledby={titleId}
      aria-busy={isWaiting}
    >
      <Title id={titleId} className={`text-m bold ${classes.title}`} tabIndex={-1}>
        {metric.title}
      </Title>
      {renderContent()}
    </section>
  )

  function renderContent(): ReactNode {
    if (now.isPending) return <div className={`${classes.sketch} fill radius-m on-tint`} />
    if (now.isError && now.data === undefined)
      return (
        <ChartError text={errorText(now.error, unexpectedErrorText)} onRetry={() => void now.refetch()} />
      )
    return (
      <Content
        metric={metric}
        range={range}
        name={name}
        series={now.data}
        before={before?.data}
        end={now.isPlaceholderData ? unknownEnd : range.end}
        endBefore={before?.isPlaceholderData ? unknownEnd : previousRange(range).end}
        isWaiting={isWaiting}
      >
        {before?.isLoadingError && (
          <ChartError text="The period before could not be loaded." onRetry={() => void before.refetch()} />
        )}
      </Content>
    )
  }
}

/** The end of the displayed data is unknown while another range loads. */
const unknownEnd = ''
/** Reserves the space of a chart that is loading. */
const noPoints: ChartPoint[] = []

type ContentProps = {
  metric: Metric
  range: RangeSearch
  name: string
  series: Series
  before: Series | undefined
  /** The last days of the displayed range and of the previous one. */
  end: string
  endBefore: string
  isWaiting: boolean
  children: ReactNode
}

function Content(props: ContentProps) {
  const { metric, range, name, series, before, end, endBefore, isWaiting, children } = props
  const { title, rise, labelLast, showLast = Infinity } = metric
  const { isCompared } = range
  const shown = useMemo(() => lastPoints(series, showLast, end), [series, showLast, end])
  const shownBefore = useMemo(
    () => before && lastPoints(before, showLast, endBefore),
    [before, showLast, endBefore],
  )

  function save(): void {
    // The displayed data still belongs to another range.
    if (isWaiting) return
    const text = csvOf(title, series.trend, before?.trend)
    saveFile(csvName(title, name, range), new Blob([text], { type: 'text/csv;charset=utf-8' }))
  }

  return (
    <div className={classes.content} data-waiting={isWaiting || undefined}>
      <p className={`flex-row wrap tabular ${classes.total}`}>
        <strong>{numberText(series.total)}</strong> <GrowthChip rate={series.growthRate} rise={rise} />
      </p>
      <p className={`flex-row wrap between text-xs muted ${classes.average}`}>
        Average per day {decimalText(series.average, 1)}
        {before && `. Before: ${numberText(before.total)}, ${decimalText(before.average, 1)} per day`}
        {series.trend.length > showLast && <span>Last {showLast} dates shown</span>}
      </p>
      {children}
      <BarChart
        label={title}
        points={shown}
        before={isWaiting && isCompared ? (shownBefore ?? noPoints) : shownBefore}
        format={numberText}
        labelLast={labelLast}
        actions={
          <button
            type="button"
            className={`plain-control strong underline-on-hover touch ${classes.download} color-primary text-s`}
            aria-label={`Download CSV: ${title}`}
            aria-disabled={isWaiting || undefined}
            onClick={save}
          >
            Download CSV
          </button>
        }
      />
    </div>
  )
}

function lastPoints({ trend }: Series, count: number, end: string): ChartPoint[] {
  return withLastDays(trend.slice(-count), end)
}

/** The error is no alert, because one snackbar is read out for all cards. */
function ChartError({ text, onRetry }: { text: string; onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useFocusInCard(box)
  return (
    <div ref={box} className={`stack gap-s justify-start ${classes.error}`}>
      <p>{text}</p>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/** Moves the focus from Retry to the title of the card, and back to Retry if it fails again. */
function useFocusInCard(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = box.current
    const title = own?.closest('section')?.querySelector<HTMLElement>('h2, h3')
    if (title && document.activeElement === title) own?.querySelector('button')?.focus()
    return () => {
      if (own?.contains(document.activeElement)) title?.focus({ preventScroll: true })
    }
  }, [box])
}

/** Writes lines in the format of RFC 4180, with days as in the address. */
export function csvOf(title: string, points: ChartPoint[], before: ChartPoint[] | undefined): string {
  const head = ['Date', title, ...(before ? ['Date before', `${title} before`] : [])]
  const rows = slotsOf(points, before).map((slot) => [
    ...cellsOf(slot.now),
    ...(before ? cellsOf(slot.before) : []),
  ])
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const cellsOf = (point: ChartPoint | undefined) => [point?.date ?? '', String(point?.value ?? '')]

/** Adds a quote, which stops a spreadsheet from reading the text as a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Returns a name such as followers-adaeze.n-2026-10-16-2026-11-16-daily.csv. */
export function csvName(title: string, name: string, { start, end, granularity }: RangeSearch): string {
  const slugs = [title, name].map(slugOf).filter((slug) => slug !== '')
  return `${[...slugs, start, end, granularity].join('-')}.csv`
}

function slugOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^\p{L}\p{N}._]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '')
}
