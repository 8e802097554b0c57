import { useFigures } from '#web/features/analytics/api.ts'
import { Board, isForbidden } from '#web/features/analytics/board.tsx'
import { systemMetrics } from '#web/features/analytics/metrics.ts'
import { useRangeSearch } from '#web/features/analytics/use-range-search.ts'
import { Toolbar } from '#web/features/analytics/toolbar.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { ForAdmins } from '#web/pages/errors/not-allowed-page.tsx'
import classes from './analytics-page.module.css'

const title = 'System Analytics'

/** For admins: the router lets nobody else in. */
export function SystemAnalyticsPage() {
  const { range, change } = useRangeSearch()
  const figures = useFigures({ kind: 'system', id: 0 }, systemMetrics, range)
  usePageTitle(title)
  if (isForbidden(figures)) return <ForAdmins />
  return (
    <div className={`edge-to-edge stack ${classes.page}`}>
      <h1 className={`display page-title ${classes.head}`}>{title}</h1>
      <Toolbar range={range} onChange={change} />
      <Board figures={figures} range={range} name="system" />
    </div>
  )
}
