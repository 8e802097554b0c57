import type { ReportRecord } from '@rootsquare/contract/reports'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { reportOf } from '#web/features/moderation/reports/reports-api.ts'
import { whenNoLayer } from '#web/lib/navigation/when-no-layer.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const notThere = 'This report is not there, or not for you to look after.'

type Place = { reportId: number | undefined; rows: ReportRecord[]; isWaiting: boolean }

/**
 * Which report is open stands in the address, so that moderators can send each other there. The dialog makes an entry of its
 * own on top of that: when it has gone, by whatever way, the one below is cleared.
 */
export function useReportInAddress({ reportId, rows, isWaiting }: Place) {
  const put = usePut()
  const [opened, setOpened] = useState<ReportRecord | null>(null)
  const [closedId, setClosedId] = useState<number | null>(null)
  const depth = useRouterState({ select: ({ location }) => location.state.layers?.length ?? 0 })
  const known = rows.find(({ id }) => id === reportId) ?? (opened?.id === reportId ? opened : null)
  const isSought = reportId !== undefined && known === null && !isWaiting
  const sought = useQuery({ ...reportOf(reportId ?? 0), ...(!isSought && { queryFn: skipToken }) })
  const found = known ?? sought.data?.content.find(({ id }) => id === reportId) ?? null
  const isClosed = reportId !== undefined && reportId === closedId && depth === 0
  const isMissing = isSought && sought.isSuccess && found === null

  useEffect(() => {
    if (isMissing) showSnackbar('warning', notThere)
  }, [isMissing, reportId])

  useEffect(() => {
    if (!isMissing && !isClosed) return
    const stop = new AbortController()
    void put(undefined, stop.signal)
    return () => stop.abort()
  }, [isMissing, isClosed, reportId, put])

  return {
    viewed: reportId === closedId ? null : found,
    view: (report: ReportRecord) => {
      setOpened(report)
      setClosedId(null)
      void put(report.id)
    },
    close: () => setClosedId(reportId ?? null),
  }
}

function usePut() {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    async (report: number | undefined, signal?: AbortSignal) => {
      const { pathname } = router.history.location
      // The entry of a dialog that has just closed is still being left: what is put into it would be gone with it.
      await whenNoLayer(router)
      // The page may be left while it is still to be seen.
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
