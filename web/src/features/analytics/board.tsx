import type { ReactNode } from 'react'
import type { Figure } from '#web/features/analytics/api.ts'
import { ChartCard, unexpected } from '#web/features/analytics/chart-card.tsx'
import { isTooLong, type RangeSearch } from '#web/features/analytics/range-search.ts'
import { tooLong } from '#web/features/analytics/toolbar.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { dateRangeText } from '#web/lib/format/date-range-text.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './board.module.css'

type BoardProps = {
  figures: Figure[]
  range: RangeSearch
  /** Whose figures they are, for the names of files. */
  name?: string
  /** The level of the chart headings. */
  level?: 2 | 3
  /** Shown above the charts. */
  children?: ReactNode
}

/** The charts, or a hint where the time is too long to load. */
export function Board({ figures, range, name = '', level = 2, children }: BoardProps) {
  useOneErrorSnackbar(figures)
  if (isTooLong(range))
    return (
      <div className="card">
        <EmptyMessage text={`Choose a shorter time. ${tooLong}`} />
      </div>
    )
  return (
    <>
      {children}
      <p className={`note muted ${classes.time}`}>What was new: {dateRangeText(range.start, range.end)}</p>
      <div className={`stack ${classes.charts}`} data-inside={level === 3 || undefined}>
        {figures.map((figure) => (
          <ChartCard key={figure.metric.title} figure={figure} range={range} name={name} level={level} />
        ))}
      </div>
    </>
  )
}

/** The viewer has lost the right meanwhile. */
export function isForbidden(figures: Figure[]): boolean {
  return figures.some(({ now }) => now.error instanceof CallError && now.error.status === 403)
}

/** One snackbar for all failed calls, when the last of them has ended. */
function useOneErrorSnackbar(figures: Figure[]): void {
  const queries = figures.flatMap(({ now, before }) => (before ? [now, before] : [now]))
  const isDone = queries.every(({ isFetching }) => !isFetching)
  const failed = queries.find(({ isLoadingError }) => isLoadingError)
  useErrorSnackbar(isDone && failed ? errorText(failed.error, unexpected) : null, 0)
}
