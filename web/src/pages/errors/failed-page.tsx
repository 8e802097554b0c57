import { words } from '@rootsquare/contract/failure'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MissingChunk } from '#web/lib/net/missing-chunk.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** What the error boundary shows in place of the page; navbar and menu around it stay. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const isPart = error instanceof MissingChunk
  const isOffline = isPart && !navigator.onLine
  useEffect(() => {
    if (!isPart) return
    const onOnline = () => void loadAnew()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isPart])

  function retry(): void {
    if (isPart) return void loadAnew()
    // What was fetched may be what the page broke on.
    void queryClient.resetQueries()
    reset()
    void router.invalidate()
  }

  return (
    <NoticePage
      title={isOffline ? 'You are offline' : 'A thread has broken'}
      cloth={{ family: 'nok', palette: 'clay' }}
    >
      <p>This page could not be shown. Nothing you saved is lost.</p>
      <Button onClick={retry}>Retry</Button>
    </NoticePage>
  )
}

/** Fetches the parts a new version has moved, but only from a server that answers. */
async function loadAnew(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    location.reload()
  } catch {
    showSnackbar('error', words.noResponse)
  }
}
