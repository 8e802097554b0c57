import type { Series } from '@rootsquare/contract/analytics'
import { useId, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import type { Figure } from '#web/features/analytics/api.ts'
import { csvName, csvOf } from '#web/features/analytics/csv.ts'
import type { Metric } from '#web/features/analytics/metrics.ts'
import { beforeOf, type RangeSearch } from '#web/features/analytics/range-search.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { saveFile } from '#web/lib/media/save-file.ts'
import { withLastDays, type Point } from '#web/ui/charts/bar-chart-points.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { GrowthChip } from '#web/ui/charts/growth-chip.tsx'
import classes from './chart-card.module.css'

const averageText = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const unexpected = 'An unexpected error occurred'

type ChartCardProps = {
  figure: Figure
  range: RangeSearch
  /** Whose figure it is, for the name of the file. */
  name: string
  level: 2 | 3
}

/** One figure: its total, its average, its growth, and a bar for each day. */
export function ChartCard({ figure: { metric, now, before }, range, name, level }: ChartCardProps) {
  const titleId = useId()
  const Title = level === 3 ? 'h3' : 'h2'
  const isWaiting = [now, before].some((query) => query?.isPending || query?.isPlaceholderData)
  return (
    <section className={`card ${classes.card}`} aria-labelledby={titleId} aria-busy={isWaiting}>
      <Title id={titleId} className={classes.title} tabIndex={-1}>
        {metric.title}
      </Title>
      {renderContent()}
    </section>
  )

  function renderContent(): ReactNode {
    if (now.isPending) return <div className={classes.sketch} />
    if (now.isError && now.data === undefined)
      return <ChartError text={errorText(now.error, unexpected)} onRetry={() => void now.refetch()} />
    return (
      <Content
        metric={metric}
        range={range}
        name={name}
        series={now.data}
        before={before?.data}
        end={now.isPlaceholderData ? unknown : range.end}
        endBefore={before?.isPlaceholderData ? unknown : beforeOf(range).end}
        isWaiting={isWaiting}
      >
        {before?.isLoadingError && (
          <ChartError text="The time before could not be loaded." onRetry={() => void before.refetch()} />
        )}
      </Content>
    )
  }
}

/** The end of the data on screen while another time loads. */
const unknown = ''
/** Reserves the space of what is loading. */
const none: Point[] = []

type ContentProps = {
  metric: Metric
  range: RangeSearch
  name: string
  series: Series
  before: Series | undefined
  /** The last day of the time on screen, and of the time before. */
  end: string
  endBefore: string
  isWaiting: boolean
  children: ReactNode
}

function Content(props: ContentProps) {
  const { metric, range, name, series, before, end, endBefore, isWaiting, children } = props
  const { title, rise, labelLast, showLast = Infinity } = metric
  const { isCompared } = range
  const shown = useMemo(() => lastOf(series, showLast, end), [series, showLast, end])
  const shownBefore = useMemo(
    () => before && lastOf(before, showLast, endBefore),
    [before, showLast, endBefore],
  )

  function save(): void {
    // The data on screen is still of another time.
    if (isWaiting) return
    const text = csvOf(title, series.trend, before?.trend)
    saveFile(csvName(title, name, range), new Blob([text], { type: 'text/csv;charset=utf-8' }))
  }

  return (
    <div className={classes.content} data-waiting={isWaiting || undefined}>
      <p className={`row wrap ${classes.total}`}>
        <strong>{numberText(series.total)}</strong> <GrowthChip rate={series.growthRate} rise={rise} />
      </p>
      <p className={`row wrap between small muted ${classes.average}`}>
        Average per day {averageText.format(series.average)}
        {before && `. Before: ${numberText(before.total)}, ${averageText.format(before.average)} per day`}
        {series.trend.length > showLast && <span>Last {showLast} dates shown</span>}
      </p>
      {children}
      <BarChart
        label={title}
        points={shown}
        before={isWaiting && isCompared ? (shownBefore ?? none) : shownBefore}
        format={numberText}
        labelLast={labelLast}
        actions={
          <button
            type="button"
            className={`plain strong underline-on-hover ${classes.download}`}
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

function lastOf({ trend }: Series, count: number, end: string): Point[] {
  return withLastDays(trend.slice(-count), end)
}

/** Not an alert: one snackbar is read out for all cards. */
function ChartError({ text, onRetry }: { text: string; onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useFocusInCard(box)
  return (
    <div ref={box} className={`stack gap-12 ${classes.error}`}>
      <p>{text}</p>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/** Retry moves the focus to the title of the card, and back to Retry if it fails again. */
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
