import type { ReactNode } from 'react'
import type { Figure } from '#web/features/analytics/api.ts'
import { ChartCard, unexpectedErrorText } from '#web/features/analytics/chart-card.tsx'
import { isTooLong, type RangeSearch } from '#web/features/analytics/range-search.ts'
import { rangeTooLongText } from '#web/features/analytics/range-toolbar.tsx'
import { numberText } from '#web/lib/format/count-text.ts'
import { dateRangeText } from '#web/lib/format/date-range-text.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { GrowthChip } from '#web/ui/charts/growth-chip.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './analytics-board.module.css'

type BoardProps = {
  figures: Figure[]
  range: RangeSearch
  /** The member or group in the names of exported files. */
  name?: string
  /** The level of the chart headings. */
  level?: 2 | 3
  /** Content above the charts. */
  children?: ReactNode
}

/** Shows the charts, or a hint if the range is too long to load. */
export function AnalyticsBoard({ figures, range, name = '', level = 2, children }: BoardProps) {
  useOneErrorSnackbar(figures)
  if (isTooLong(range)) return <EmptyCard text={`Choose a shorter period. ${rangeTooLongText}`} />
  return (
    <>
      {children}
      <p className={`text-s muted ${classes.time}`}>What was new: {dateRangeText(range.start, range.end)}</p>
      <div className={`stack ${classes.charts}`} data-inside={level === 3 || undefined}>
        <ListRows of={figures} rowKey={(figure) => figure.metric.title} as="div">
          {(figure) => <ChartCard figure={figure} range={range} name={name} level={level} />}
        </ListRows>
      </div>
    </>
  )
}

/** Returns true if the viewer has lost access since the page was opened. */
export function isForbidden(figures: Figure[]): boolean {
  return figures.some(({ now }) => now.error instanceof CallError && now.error.status === 403)
}

/** Shows one snackbar for all failed calls, after the last of them has ended. */
function useOneErrorSnackbar(figures: Figure[]): void {
  const queries = figures.flatMap(({ now, before }) => (before ? [now, before] : [now]))
  const isDone = queries.every(({ isFetching }) => !isFetching)
  const failed = queries.find(({ isLoadingError }) => isLoadingError)
  useErrorSnackbar(isDone && failed ? errorText(failed.error, unexpectedErrorText) : null, 0)
}

type StatCardsProps = { figures: Figure[]; titles: string[]; range: RangeSearch }

/** Shows the most important totals, and a dash if the chart below shows an error. */
export function StatCards({ figures, titles, range }: StatCardsProps) {
  const shown = figures.filter(({ metric }) => titles.includes(metric.title))
  return (
    <section aria-label="Totals">
      <dl className={`stack ${classes.stats}`}>
        <ListRows of={shown} rowKey={({ metric }) => metric.title} as="div">
          {({ metric, now: { data, isPending, isPlaceholderData } }) => (
            <div className={`card-box ${classes.stat}`}>
              <dt className="text-xs muted">{metric.title}</dt>
              <dd className="flex-row wrap" data-waiting={isPending || isPlaceholderData || undefined}>
                <strong className="breakable">{data === undefined ? '–' : numberText(data.total)}</strong>{' '}
                {data && <GrowthChip rate={data.growthRate} />}
                <span className={classes.cardsTime}>{dateRangeText(range.start, range.end)}</span>
              </dd>
            </div>
          )}
        </ListRows>
      </dl>
    </section>
  )
}
