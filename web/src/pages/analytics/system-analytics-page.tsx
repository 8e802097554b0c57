import { useFigures } from '#web/features/analytics/api.ts'
import { AnalyticsBoard, isForbidden } from '#web/features/analytics/analytics-board.tsx'
import { systemMetrics } from '#web/features/analytics/metrics.ts'
import { useRangeSearch } from '#web/features/analytics/range-search.ts'
import { RangeToolbar } from '#web/features/analytics/range-toolbar.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { ForAdmins } from '#web/pages/errors/not-allowed-page.tsx'
import { Page, PageHead } from '#web/ui/layout/page.tsx'

const title = 'System Analytics'

/** Shows the figures of the whole system. The router allows only admins here. */
export function SystemAnalyticsPage() {
  const { range, change } = useRangeSearch()
  const figures = useFigures({ kind: 'system', id: 0 }, systemMetrics, range)
  usePageTitle(title)
  if (isForbidden(figures)) return <ForAdmins />
  return (
    <Page width={1240} isEdgeToEdge>
      <PageHead title={title} />
      <RangeToolbar range={range} onChange={change} />
      <AnalyticsBoard figures={figures} range={range} name="system" />
    </Page>
  )
}
