import { useFigures } from '#web/features/analytics/api.ts'
import { AnalyticsBoard, isForbidden } from '#web/features/analytics/analytics-board.tsx'
import { systemMetrics } from '#web/features/analytics/metrics.ts'
import { useRangeSearch } from '#web/features/analytics/range-search.ts'
import { RangeToolbar } from '#web/features/analytics/range-toolbar.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { ForAdmins } from '#web/pages/errors/not-allowed-page.tsx'
import classes from './analytics-page.module.css'

const title = 'System Analytics'

/** Shows the figures of the whole system. The router allows only admins here. */
export function SystemAnalyticsPage() {
  const { range, change } = useRangeSearch()
  const figures = useFigures({ kind: 'system', id: 0 }, systemMetrics, range)
  usePageTitle(title)
  if (isForbidden(figures)) return <ForAdmins />
  return (
    <div className={`edge-to-edge stack auto-margins ${classes.page}`}>
      <h1 className={`display-text page-title ${classes.head}`}>{title}</h1>
      <RangeToolbar range={range} onChange={change} />
      <AnalyticsBoard figures={figures} range={range} name="system" />
    </div>
  )
}
