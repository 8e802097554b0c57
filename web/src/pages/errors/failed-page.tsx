import { failureTexts } from '@rootsquare/contract/lib/failure'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MissingChunk } from '#web/lib/net/missing-chunk.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Replaces a page that threw. The navbar and the menu stay. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const isMissingChunk = error instanceof MissingChunk
  const isOffline = isMissingChunk && !navigator.onLine
  useEffect(() => {
    if (!isMissingChunk) return
    const onOnline = () => void reloadPage()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isMissingChunk])

  function retry(): void {
    if (isMissingChunk) return void reloadPage()
    // The page may have failed because of the fetched data.
    void queryClient.resetQueries()
    reset()
    void router.invalidate()
  }

  return (
    <NoticePage
      title={isOffline ? 'You are offline' : 'Something went wrong'}
      cloth={{ family: 'nok', palette: 'clay' }}
    >
      <p>This page could not be shown. Nothing you saved is lost.</p>
      <Button onClick={retry}>Retry</Button>
    </NoticePage>
  )
}

/** Reloads the app only if the server responds, because the browser would otherwise show its own error page. */
async function reloadPage(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    location.reload()
  } catch {
    showSnackbar('error', failureTexts.noResponse)
  }
}
