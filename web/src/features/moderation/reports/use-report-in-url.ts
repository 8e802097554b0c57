import type { ReportRecord } from '@rootsquare/contract/reports'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { reportOf } from '#web/features/moderation/reports/reports-api.ts'
import { whenNoLayer } from '#web/lib/navigation/when-no-layer.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const missingReportText = 'This report does not exist, or you are not allowed to handle it.'

type Options = { reportId: number | undefined; rows: ReportRecord[]; isWaiting: boolean }

/**
 * Writes the open report into the URL, so that moderators can share it. The dialog adds its own history entry. Once that
 * is removed in any way, the report is removed from the entry below.
 */
export function useReportInUrl({ reportId, rows, isWaiting }: Options) {
  const setReport = useSetReport()
  const [opened, setOpened] = useState<ReportRecord | null>(null)
  const [closedId, setClosedId] = useState<number | null>(null)
  const depth = useRouterState({ select: ({ location }) => location.state.layers?.length ?? 0 })
  const known = rows.find(({ id }) => id === reportId) ?? (opened?.id === reportId ? opened : null)
  const isToLoad = reportId !== undefined && known === null && !isWaiting
  const loaded = useQuery({ ...reportOf(reportId ?? 0), ...(!isToLoad && { queryFn: skipToken }) })
  const found = known ?? loaded.data?.content.find(({ id }) => id === reportId) ?? null
  const isClosed = reportId !== undefined && reportId === closedId && depth === 0
  const isMissing = isToLoad && loaded.isSuccess && found === null

  useEffect(() => {
    if (isMissing) showSnackbar('warning', missingReportText)
  }, [isMissing, reportId])

  useEffect(() => {
    if (!isMissing && !isClosed) return
    const stop = new AbortController()
    void setReport(undefined, stop.signal)
    return () => stop.abort()
  }, [isMissing, isClosed, reportId, setReport])

  return {
    viewed: reportId === closedId ? null : found,
    view: (report: ReportRecord) => {
      setOpened(report)
      setClosedId(null)
      void setReport(report.id)
    },
    close: () => setClosedId(reportId ?? null),
  }
}

function useSetReport() {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    async (report: number | undefined, signal?: AbortSignal) => {
      const { pathname } = router.history.location
      // A dialog that has just closed is still removing its history entry, and a change to that entry would be lost.
      await whenNoLayer(router)
      // The member may have left the page by now.
      if (signal?.aborted || router.history.location.pathname !== pathname) return
      await navigate({
        to: '.',
        search: (now: object) => ({ ...now, report }),
        replace: true,
        state: { keepsFocus: true },
        resetScroll: false,
      })
    },
    [navigate, router],
  )
}
