import '#web/app/start/after-idle.css'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AppNotices } from '#web/app/start/app-notices.tsx'
import { useAppBadge } from '#web/app/start/use-app-badge.ts'
import { checkForUpdate, hasWorkers, registerWorker } from '#web/lib/browser/app-worker.ts'
import { isSavingData } from '#web/lib/browser/data-saver.ts'
import { saveQueries } from '#web/lib/net/saved-queries.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { onStoredChange, storedValue } from '#web/lib/storage/member-store.ts'
import { valuesPath } from '#web/lib/storage/waiting-value.ts'
import { loadOfflineParts } from '#web/ui/offline/load-offline-parts.ts'
import { visitCount } from '#web/lib/browser/visits.ts'
import { hideBars } from '#web/lib/navigation/hide-bars.ts'

const quietMs = 2000
const checkMs = 3_600_000

/** What members need after the first page. It is loaded when that has been shown, so that it does not delay it. */
export function AfterIdle() {
  const queryClient = useQueryClient()
  useAppBadge()
  useEffect(preloadLogout, [])
  useEffect(startHidingBars, [])
  useEffect(() => storeApp(queryClient), [queryClient])
  useEffect(prepareOffline, [])
  useEffect(() => saveAnswers(queryClient), [queryClient])
  useEffect(() => watchValues(queryClient), [queryClient])
  return <AppNotices />
}

function startHidingBars(): () => void {
  const left = new AbortController()
  hideBars(left.signal)
  return () => left.abort()
}

/** Members can sign out without a connection, so the page must be there. If it fails here, it is loaded later. */
function preloadLogout(): void {
  // By the table, as the router does: without it, the page alone would not be found.
  import('#web/pages/lazy/entry-pages.ts').then(({ entryPages }) => entryPages.logout()).catch(() => {})
}

/** What says that there is no connection must be there before. */
function prepareOffline(): void {
  loadOfflineParts().catch(() => {})
}

function saveAnswers(queryClient: QueryClient): () => void {
  const memberId = currentSession()?.userId
  return memberId !== undefined && 'indexedDB' in window ? saveQueries(queryClient, memberId) : () => {}
}

/** A switch that was pressed in another tab is shown here too, whichever tab sends it. */
function watchValues(queryClient: QueryClient): () => void {
  return onStoredChange((path, source) => {
    const memberId = currentSession()?.userId
    if (memberId === undefined || source !== null || !path?.startsWith(valuesPath)) return
    if (storedValue(memberId, path) === null) return
    import('#web/app/start/send-unsent.ts')
      .then(({ sendUnsentValues }) => sendUnsentValues(queryClient, memberId))
      .catch(() => {})
  })
}

/** Stores the app once the page has everything. Whoever saves data gets it with the second visit, which it makes lighter. */
function storeApp(queryClient: QueryClient): () => void {
  const visits = visitCount()
  // In dev every change would be an update.
  if (!hasWorkers() || !import.meta.env.PROD || (isSavingData() && visits < 2)) return () => {}
  let checkedAt = Date.now()
  const timer = setInterval(() => {
    if (document.readyState !== 'complete' || queryClient.isFetching() > 0) return
    clearInterval(timer)
    // The next visit tries it again.
    registerWorker().catch(() => {})
  }, quietMs)
  const onVisible = () => {
    if (document.hidden || Date.now() - checkedAt < checkMs) return
    checkedAt = Date.now()
    void checkForUpdate()
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
