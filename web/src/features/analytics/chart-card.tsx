import type { Series } from '@rootsquare/contract/analytics'
import { useId, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Figure } from '#web/features/analytics/api.ts'
import { csvName, csvOf } from '#web/features/analytics/csv.ts'
import type { Metric } from '#web/features/analytics/metrics.ts'
import type { RangeSearch } from '#web/features/analytics/range-search.ts'
import { figureText } from '#web/lib/counted.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { saveFile } from '#web/lib/save-file.ts'
import type { Point } from '#web/ui/bar-chart-points.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Button } from '#web/ui/button.tsx'
import { GrowthChip } from '#web/ui/growth-chip.tsx'
import { usePassFocus } from '#web/ui/pass-focus.ts'
import classes from './chart-card.module.css'

const averageText = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

type ChartCardProps = { figure: Figure; range: RangeSearch }

/** One thing counted: how much of it in all, a day, against the time before, and bar by bar. */
export function ChartCard({ figure: { metric, now, before }, range }: ChartCardProps) {
  const titleId = useId()
  const isWaiting = [now, before].some((asked) => asked?.isPending || asked?.isPlaceholderData)
  return (
    <section className={['card', classes.card].join(' ')} aria-labelledby={titleId} aria-busy={isWaiting}>
      <h2 id={titleId} className={classes.title}>
        {metric.title}
      </h2>
      {content()}
    </section>
  )

  function content(): ReactNode {
    if (now.isPending) return <div className={classes.sketch} />
    if (now.isError && now.data === undefined)
      return <Trouble text={failureText(now.error)} onRetry={() => void now.refetch()} />
    return (
      <Content metric={metric} range={range} series={now.data} before={before?.data} isWaiting={isWaiting}>
        {before?.isLoadingError && (
          <Trouble text="The time before could not be loaded." onRetry={() => void before.refetch()} />
        )}
      </Content>
    )
  }
}

/** Keeps the room of what is to come. */
const none: Point[] = []

type ContentProps = {
  metric: Metric
  range: RangeSearch
  series: Series
  before: Series | undefined
  isWaiting: boolean
  children: ReactNode
}

function Content({ metric, range, series, before, isWaiting, children }: ContentProps) {
  const { title, rise, labelLast, showLast } = metric
  const { isCompared } = range
  const shown = useMemo(() => lastOf(series, showLast), [series, showLast])
  const shownBefore = useMemo(() => before && lastOf(before, showLast), [before, showLast])

  function save(): void {
    // What is in sight is still of another time.
    if (isWaiting) return
    const text = csvOf(title, series.trend, before?.trend)
    saveFile(csvName(title, range), new Blob([text], { type: 'text/csv;charset=utf-8' }))
  }

  return (
    <div className={classes.content} data-waiting={isWaiting || undefined}>
      <p className={classes.total}>
        <strong>{figureText(series.total)}</strong> <GrowthChip rate={series.growthRate} rise={rise} />
      </p>
      <p className={classes.average}>
        Average per day {averageText.format(series.average)}
        {before && `. Before: ${figureText(before.total)}, ${averageText.format(before.average)} per day`}
      </p>
      {children}
      <BarChart
        label={title}
        points={shown}
        before={isWaiting && isCompared ? (shownBefore ?? none) : shownBefore}
        format={figureText}
        labelLast={labelLast}
        deeds={
          <button
            type="button"
            className={classes.download}
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

function lastOf({ trend }: Series, count: number | undefined) {
  return count === undefined ? trend : trend.slice(-count)
}

/** The snackbar says it aloud, once for all cards. */
function Trouble({ text, onRetry }: { text: string; onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  usePassFocus(box)
  return (
    <div ref={box} className={classes.trouble}>
      <p>{text}</p>
      <Button look="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
